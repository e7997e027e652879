import { kindOfMode, type RevisionEntry } from "./list-revision.ts";
import { isGitProblem } from "./problem.ts";
import type { Repository } from "./repository.ts";
import { resolveRevision } from "./resolve-revision.ts";
import { runGit } from "./run-git.ts";

/** Entry of a revision that has another path now. */
export interface RenamedEntry extends RevisionEntry {
  /** Path in the repository in that revision, with slashes. */
  readonly from: string;
}

/** Maximum numbers of files on both sides to compare by content; beyond it, only equal files count as renamed. */
const limit = 1_000;

/**
 * Maps files of the index to their former paths in a revision. Uses git's own detection between revision and index:
 * for the work tree, git would run filters of the repository. Empty without an answer.
 */
export async function listRenames(
  { top }: Repository,
  revision: string,
): Promise<ReadonlyMap<string, RenamedEntry>> {
  const tree = await resolveRevision(top, revision, "tree");
  if (typeof tree !== "string") return new Map();
  const options = [
    "--cached",
    "--raw",
    "-z",
    "--no-abbrev",
    "--find-renames",
    `-l${limit}`,
    "--diff-filter=R",
  ];
  const listed = await runGit(top, ["diff-index", ...options, tree, "--"]);
  if (isGitProblem(listed) || listed.status !== 0) return new Map();
  return parseRenames(listed.stdout.toString("utf8"));
}

/** Parses records of three parts: `:MODE MODE HASH HASH R096`, the old path, the new path. */
function parseRenames(text: string): ReadonlyMap<string, RenamedEntry> {
  const renames = new Map<string, RenamedEntry>();
  const parts = text.split("\0");
  for (let index = 0; index + 2 < parts.length; index += 3) {
    const [head = "", from = "", to = ""] = parts.slice(index, index + 3);
    const [, mode = "", id = ""] = /^:(\d{6}) \d{6} ([0-9a-f]+) [0-9a-f]+ R\d*$/.exec(head) ?? [];
    if (id !== "") renames.set(to, { id, kind: kindOfMode(mode), from });
  }
  return renames;
}
