import { dirname, join } from "node:path";
import { isFolder } from "../file-stamp.ts";
import { isGitProblem } from "./problem.ts";
import { findRepository, pathInRepository } from "./repository.ts";
import { runGit } from "./run-git.ts";

/** Revision to choose from. */
export interface KnownRevision {
  /** Name of a branch or a tag, or the short hash of a commit. */
  readonly name: string;
  /** Date and subject of its commit: `2026-11-20 Raise the retention`. */
  readonly note: string;
}

const maxCommits = 20;
const maxRefs = 50;

/**
 * Lists branches and tags, the newest first, then the latest commits that changed the file or a file of the directory;
 * empty without a repository.
 */
export async function listRevisions(path: string): Promise<readonly KnownRevision[]> {
  const isDirectory = isFolder(path);
  const repository = findRepository(isDirectory ? path : dirname(path));
  if (repository === null) return [];
  const { top } = repository;
  const [refs, commits] = await Promise.all([
    lines(top, [
      "for-each-ref",
      `--count=${maxRefs}`,
      "--sort=-creatordate",
      "--format=%(refname:short)%00%(creatordate:short)%00%(contents:subject)",
      "refs/heads",
      "refs/remotes",
      "refs/tags",
    ]),
    lines(top, [
      "rev-list",
      `--max-count=${maxCommits}`,
      "--format=%h%x00%cs%x00%s",
      "HEAD",
      "--",
      isDirectory ? dirname(pathInRepository(join(path, "a file"))) : pathInRepository(path),
    ]),
  ]);
  return [...refs, ...commits].flatMap((line) => {
    const [name, date, subject] = line.split("\0");
    // rev-list precedes each commit with a line of its hash.
    return name === undefined || subject === undefined ? [] : { name, note: `${date} ${subject}` };
  });
}

async function lines(top: string, args: readonly string[]): Promise<readonly string[]> {
  const output = await runGit(top, args);
  if (isGitProblem(output) || output.status !== 0) return [];
  return output.stdout.toString("utf8").split("\n");
}
