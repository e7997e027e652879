import { refusals } from "../errors.ts";
import { authorOf, type Author } from "../git/git-environment.ts";
import { lookUp } from "../git/objects.ts";
import { writeCommit } from "../git/write-commit.ts";
import type { CommitOperation, CommitRequest } from "./commit-lines.ts";
import type { OpenPullRequest } from "./pull-request-port.ts";
import { moveRefsOrRefuse, type RepoAt } from "./repo-refs.ts";

/** Author and time of the commit. */
export interface Committing {
  readonly account: string;
  readonly atMs: number;
}

/**
 * Adds a commit to a branch or a pull request's ref.
 * @returns its sha
 * @throws {RefusedError} 404 no such ref, or what is to be deleted is not there, 412 the ref is not at `parentCommit`; what reading throws
 */
export function makeCommit(
  { repos, repo, endpoint }: RepoAt,
  revision: string,
  request: CommitRequest,
  by: Committing,
): Promise<string> {
  const ref = refOfRevision(revision);
  return repos.changeRefs(repo, endpoint, async (refs) => {
    const from = headOf(refs[ref], revision, request);
    const to = await commitOn(repo.gitDir, from, request, authorOf(by.account), by.atMs);
    await moveRefsOrRefuse(repo.gitDir, [{ ref, from, to }]);
    return to;
  });
}

/** Makes a commit after a branch's newest and opens a pull request with it. @throws {RefusedError} as `makeCommit` */
export async function proposeCommit(
  { repo, endpoint, repos }: RepoAt,
  revision: string,
  request: CommitRequest,
  by: Committing,
  open: OpenPullRequest,
): Promise<{ readonly sha: string; readonly num: number }> {
  const base = refOfRevision(revision);
  const refs = await repos.refs(repo);
  const from = headOf(refs[base], revision, request);
  const sha = await commitOn(repo.gitDir, from, request, authorOf(by.account), by.atMs);
  const { summary: title, description } = request.header;
  const { num } = await open(repo, endpoint, { title, description, sha, base });
  return { sha, num };
}

/** A branch, unless it is a full name. */
export function refOfRevision(revision: string): string {
  return revision.startsWith("refs/") ? revision : `refs/heads/${revision}`;
}

function headOf(head: string | undefined, revision: string, { header }: CommitRequest): string {
  if (head === undefined) throw refusals.revisionNotFound(revision);
  if (header.parentCommit !== null && !head.startsWith(header.parentCommit)) {
    throw refusals.commitOutdated();
  }
  return head;
}

function commitOn(
  gitDir: string,
  parent: string,
  { header: { summary, description }, operations }: CommitRequest,
  author: Author,
  atMs: number,
): Promise<string> {
  return writeCommit(gitDir, {
    parents: [parent],
    operations: withDeletionsChecked(gitDir, parent, operations),
    message: description === "" ? summary : `${summary}\n\n${description}`,
    author,
    atMs,
  });
}

/** Deletions are looked up together, when all operations are known: one that is not there fails the commit. */
async function* withDeletionsChecked(
  gitDir: string,
  parent: string,
  operations: AsyncIterable<CommitOperation>,
): AsyncGenerator<CommitOperation> {
  const wanted: { readonly path: string; readonly type: "blob" | "tree" }[] = [];
  for await (const operation of operations) {
    if (operation.kind === "delete") {
      wanted.push({ path: operation.path, type: operation.of === "file" ? "blob" : "tree" });
    }
    yield operation;
  }
  const found = await lookUp(
    gitDir,
    wanted.map(({ path }) => `${parent}:${path}`),
  );
  if (wanted.some(({ type }, index) => found[index]?.type !== type)) throw refusals.entryNotFound();
}
