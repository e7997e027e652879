import { randomBytes } from "node:crypto";
import { rm } from "node:fs/promises";
import {
  type NewRepo,
  type RefMap,
  type RepoChange,
  type RepoRecords,
  type RepoType,
  repoTypes,
  type StoredRepo,
} from "../../store/repo-records.ts";
import { refusals } from "../errors.ts";
import { movedToPart, type RepoNow, type RepoRef, repoUrls } from "../events/event-payload.ts";
import { mainRef, moveRefs, readRefs } from "../git/refs.ts";
import { initBareRepository } from "../git/repository.ts";
import { type Author, authorOf } from "../git/run-git.ts";
import { type FileOperation, writeCommit } from "../git/write-objects.ts";
import { type AcceptEvent, createFireEvent, type FireEvent, repoNow } from "./fire-event.ts";
import { createRefChanges } from "./ref-changes.ts";
import { assertRepoName, findRepo, gitDirOf, type Repo, withGitDir } from "./repo.ts";

/**
 * Repos of a hub. `endpoint` is the address of the hub as the client reached it; URLs in payloads and
 * responses start with it.
 */
export interface Repos {
  /**
   * Finds a repo.
   * @throws {RefusedError} 404 with `X-Error-Code: RepoNotFound`
   */
  find(type: RepoType, name: string): Promise<Repo>;
  /** Returns the state of a repo for a payload, or null if this hub does not have it. */
  now(repo: RepoRef): Promise<RepoNow | null>;
  /** Lists the repos of one owner or of all, oldest first. */
  list(owner?: string): Promise<readonly Repo[]>;
  /**
   * Creates a repo. Fires `repo` create.
   * @throws {RefusedError} 400 the name is invalid, 409 it is taken
   */
  create(endpoint: string, repo: Omit<StoredRepo, "id" | "createdAt">): Promise<Repo>;
  /**
   * Deletes a repo. Fires `repo` delete first, while the repo exists.
   * @throws {RefusedError} 404 it does not exist
   */
  remove(endpoint: string, repo: Repo): Promise<void>;
  /**
   * Renames a repo. Fires `repo` move with the old name as `repo`.
   * @throws {RefusedError} 400 the name is invalid or unchanged, 404 the repo does not exist, 409 the name is
   * taken
   */
  move(endpoint: string, repo: Repo, name: string): Promise<Repo>;
  /**
   * Changes the settings of a repo. Fires `repo.config` update if a value differs.
   * @throws {RefusedError} 404 the repo does not exist
   */
  configure(endpoint: string, repo: Repo, settings: Omit<RepoChange, "name">): Promise<Repo>;
  /**
   * Runs `work`, which may move refs; the changes of a repo run one after another. Then fires one
   * `repo.content` update with all moves if there are any. Resolves when the event is on disk. Must not be
   * called within another change of the same repo.
   * @param work receives the current refs
   * @throws {RefusedError} 404 the repo does not exist
   */
  changeRefs<T>(repo: Repo, endpoint: string, work: (refs: RefMap) => Promise<T>): Promise<T>;
  /** Returns the current refs. */
  refs(repo: Repo): Promise<RefMap>;
  readonly fire: FireEvent;
  /** Fires the events of changes that a crash interrupted. */
  resume(): Promise<void>;
}

export interface ReposParts {
  readonly records: RepoRecords;
  /** Directory of the git repositories, named by the ids of their repos. */
  readonly reposDir: string;
  /** Account that makes the changes. */
  readonly account: string;
  readonly accept: AcceptEvent;
  readonly nowMs: () => number;
}

export function createRepos({ records, reposDir, account, accept, nowMs }: ReposParts): Repos {
  const fire = createFireEvent(accept);
  const changes = createRefChanges(
    records,
    async (id) => {
      const stored = await records.get(id);
      return stored === null ? null : withGitDir(reposDir, stored);
    },
    fire,
  );

  function taken(endpoint: string, type: RepoType, name: string): Error {
    return refusals.alreadyExists(
      `You already created this ${type} repo: ${name}`,
      repoUrls(endpoint, { type, name }).web,
    );
  }

  async function changed(id: string, change: RepoChange): Promise<Repo | null> {
    const stored = await records.update(id, change);
    return stored === null ? null : withGitDir(reposDir, stored);
  }

  return {
    find: (type, name) => findRepo(records, reposDir, type, name),
    async now({ type, name }) {
      const known = repoTypes.find((one) => one === type);
      const stored = known === undefined ? null : await records.find(known, name);
      return stored === null ? null : repoNow(withGitDir(reposDir, stored));
    },
    list: async (owner) => (await records.list(owner)).map((stored) => withGitDir(reposDir, stored)),
    async create(endpoint, wanted) {
      const { type, name } = wanted;
      assertRepoName(name);
      if ((await records.find(type, name)) !== null) throw taken(endpoint, type, name);
      const id = randomBytes(12).toString("hex");
      const gitDir = gitDirOf(reposDir, id);
      await makeRepository(gitDir, wanted, authorOf(account), nowMs());
      const stored = await records.create({ ...wanted, id });
      if (stored === null) {
        await rm(gitDir, { recursive: true, force: true });
        throw taken(endpoint, type, name);
      }
      const repo = withGitDir(reposDir, stored);
      await fire(endpoint, repo, { scope: "repo", action: "create" });
      return repo;
    },
    remove: (endpoint, repo) =>
      changes.alone(repo, async (current) => {
        await fire(endpoint, current, { scope: "repo", action: "delete" });
        await records.remove(current.id);
        await rm(current.gitDir, { recursive: true, force: true });
      }),
    move: (endpoint, repo, name) =>
      changes.alone(repo, async (current) => {
        assertRepoName(name);
        if (name === current.name) throw refusals.badRequest(`"toRepo" must differ from ${name}`);
        const moved = await changed(current.id, { name });
        if (moved === null) throw taken(endpoint, current.type, name);
        await fire(endpoint, current, { scope: "repo", action: "move" }, { movedTo: movedToPart(name) });
        return moved;
      }),
    configure: (endpoint, repo, settings) =>
      changes.alone(repo, async (current) => {
        const { private: isPrivate = current.private, gated = current.gated } = settings;
        if (isPrivate === current.private && gated === current.gated) return current;
        const configured = await changed(current.id, { private: isPrivate, gated });
        if (configured === null) throw refusals.repoNotFound();
        const updatedConfig = isPrivate === current.private ? {} : { private: isPrivate };
        await fire(endpoint, configured, { scope: "repo.config", action: "update" }, { updatedConfig });
        return configured;
      }),
    changeRefs: changes.change,
    refs: ({ gitDir }) => readRefs(gitDir),
    fire,
    resume: changes.resume,
  };
}

/** Content of `.gitattributes`. The Hub lists LFS files in it; this hub stores all files in git. */
const attributes = `# This hub stores every file in git, whatever its size. No file is a pointer.
* -text
`;

/**
 * Creates the git repository of a new repo with an initial commit, as on the Hub, so that main exists. A
 * failure leaves no files.
 */
export async function makeRepository(
  gitDir: string,
  repo: Pick<NewRepo, "type" | "name" | "sdk">,
  author: Author,
  atMs: number,
): Promise<void> {
  try {
    await initBareRepository(gitDir);
    const sha = await writeCommit(gitDir, {
      parents: [],
      operations: firstFiles(repo),
      message: "initial commit",
      author,
      atMs,
    });
    await moveRefs(gitDir, [{ ref: mainRef, from: null, to: sha }]);
  } catch (error) {
    await rm(gitDir, { recursive: true, force: true });
    throw error;
  }
}

/** Returns the files of the initial commit; the README of a Space names its SDK. */
function firstFiles({ type, name, sdk }: Pick<NewRepo, "type" | "name" | "sdk">): readonly FileOperation[] {
  const title = name.slice(name.indexOf("/") + 1);
  const card = `---\ntitle: ${JSON.stringify(title)}\nsdk: ${sdk ?? "static"}\n---\n`;
  return [
    { kind: "file", path: ".gitattributes", content: Buffer.from(attributes) },
    ...(type === "space" ? [{ kind: "file" as const, path: "README.md", content: Buffer.from(card) }] : []),
  ];
}
