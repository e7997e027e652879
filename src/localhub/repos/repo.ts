import { join } from "node:path";
import type { RepoRecords, RepoType, StoredRepo } from "../../store/repo-records.ts";
import { refusals } from "../errors.ts";

/** A repo and the path of its git repository. */
export interface Repo extends StoredRepo {
  /** Path of the bare repository. It contains the repo's id, and no text of a request. */
  readonly gitDir: string;
}

/** Returns the path of a repo's git repository. */
export function gitDirOf(reposDir: string, id: string): string {
  return join(reposDir, `${id}.git`);
}

export function withGitDir(reposDir: string, repo: StoredRepo): Repo {
  return { ...repo, gitDir: gitDirOf(reposDir, repo.id) };
}

/** Finds a repo by type and name. @throws {RefusedError} 404 with `X-Error-Code: RepoNotFound` */
export async function findRepo(
  records: RepoRecords,
  reposDir: string,
  type: RepoType,
  name: string,
): Promise<Repo> {
  const found = await records.find(type, name);
  if (found === null) throw refusals.repoNotFound();
  return withGitDir(reposDir, found);
}

/** Refused owners: paths of their repos would collide with other paths of the hub. */
const reservedOwners = new Set(["api", "datasets", "spaces", "models", "hooklens", "jobs", "settings"]);

/**
 * Checks a name by the rules of the Hub's tools (`validate_repo_id` of huggingface_hub), and refuses reserved
 * owners.
 * @param name `owner/name`
 * @throws {RefusedError} 400
 */
export function assertRepoName(name: string): void {
  const [owner = "", own = "", ...rest] = name.split("/");
  if (rest.length > 0 || !isPart(owner) || !isPart(own)) {
    throw refusals.badRequest(
      `"name" must be owner/name, each of at most 96 letters, digits, "-", "_" and ".", without "--" or "..", not beginning or ending with "-" or "." and not ending with ".git"`,
    );
  }
  if (reservedOwners.has(owner.toLowerCase())) throw refusals.badRequest(`"${owner}" cannot own repos`);
}

function isPart(text: string): boolean {
  return /^(?![-.])[\w.-]{1,96}(?<![-.])$/.test(text) && !/--|\.\./.test(text) && !/\.git$/i.test(text);
}

export interface NewPullRequest {
  readonly title: string;
  readonly description: string;
  /** Head commit, which is in the repository but in no ref. */
  readonly sha: string;
  /** Target branch: `refs/heads/main`. */
  readonly base: string;
}

/**
 * Opens a pull request for a commit: creates its discussion and its ref `refs/pr/N`, and fires the events of
 * both. Must not be called within a change of the repo.
 * @returns its number
 */
export type OpenPullRequest = (
  repo: Repo,
  endpoint: string,
  pullRequest: NewPullRequest,
) => Promise<{ readonly num: number }>;
