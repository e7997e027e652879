import { join } from "node:path";
import type { RepoRecords, RepoType, StoredRepo } from "../../store/repo-records.ts";
import { refusals } from "../errors.ts";

/** A repo and where its git repository is. */
export interface Repo extends StoredRepo {
  /** A bare repository; named by the repo's id, never by what a request says. */
  readonly gitDir: string;
}

/** The folder of a repo's git repository. */
export function gitDirOf(reposDir: string, id: string): string {
  return join(reposDir, `${id}.git`);
}

export function withGitDir(reposDir: string, repo: StoredRepo): Repo {
  return { ...repo, gitDir: gitDirOf(reposDir, repo.id) };
}

/** @throws {RefusedError} 404 with `X-Error-Code: RepoNotFound` */
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
