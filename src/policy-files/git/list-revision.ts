import { type GitProblem, isGitProblem } from "./problem.ts";
import type { Repository } from "./repository.ts";
import { runGit } from "./run-git.ts";

/** Entry of a revision. */
export interface RevisionEntry {
  /** Hash of the content. */
  readonly id: string;
  readonly kind: "file" | "symbolic link" | "submodule" | "directory";
}

const kinds: Readonly<Record<string, RevisionEntry["kind"]>> = {
  "040000": "directory",
  "120000": "symbolic link",
  "160000": "submodule",
};

/** Returns the kind of an entry with a mode of git. */
export function kindOfMode(mode: string): RevisionEntry["kind"] {
  return kinds[mode] ?? "file";
}

/**
 * Lists the files of a directory in a revision by their paths within it, with slashes. Passes no file name to git,
 * runs no filter of the repository, and leaves the index alone.
 * @param tree hash of the revision's root
 * @param within path of the directory in the repository, with slashes; empty for the top
 * @param isRecursive true for subdirectories too
 */
export async function listRevision(
  { top }: Repository,
  tree: string,
  within: string,
  isRecursive: boolean,
): Promise<ReadonlyMap<string, RevisionEntry> | GitProblem> {
  const listed = await runGit(top, [
    "ls-tree",
    "-z",
    "--full-tree",
    ...(isRecursive ? ["-r"] : []),
    within === "" ? tree : `${tree}:${within}`,
  ]);
  if (isGitProblem(listed)) return listed;
  if (listed.status === 0) return parseTree(listed.stdout.toString("utf8"));
  const isNew = /not a valid object name|not a tree object/i.test(listed.message);
  return isNew ? new Map() : { kind: "failed", why: `git failed: ${listed.message}` };
}

function parseTree(text: string): ReadonlyMap<string, RevisionEntry> {
  const entries = new Map<string, RevisionEntry>();
  for (const record of text.split("\0")) {
    const [, mode = "", id = "", name] = /^(\d{6}) \w+ ([0-9a-f]+)\t(.+)$/s.exec(record) ?? [];
    if (name !== undefined) entries.set(name, { id, kind: kindOfMode(mode) });
  }
  return entries;
}
