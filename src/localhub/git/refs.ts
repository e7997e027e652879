import type { RefMap } from "../../store/repo-records.ts";
import { GitFailedError, RefMovedError } from "../errors.ts";
import { lookUp } from "./objects.ts";
import { runGit } from "./run-git.ts";

/**
 * Returns true for a valid branch, tag or full ref name (`git check-ref-format`) of at most 250 characters. A
 * leading dash is invalid: git would read it as an option.
 */
export function isRefName(text: string): boolean {
  return (
    text.length > 0 &&
    text.length <= 250 &&
    text !== "@" &&
    !/^[-/]|\/$|\/\/|\.\.|@\{|\.$|[\p{Cc}\s~^:?*[\\]/u.test(text) &&
    text.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"))
  );
}

/** Returns true for a complete object id: 40 hex digits. */
export function isSha(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text);
}

export const mainRef = "refs/heads/main";

export interface Ref {
  /** Full name: `refs/heads/main`. */
  readonly name: string;
  /** Object the ref points to; the tag object for an annotated tag. */
  readonly sha: string;
  /** Commit the ref resolves to. */
  readonly commit: string;
}

/** Lists all refs of a repository, sorted by name. */
export async function listRefs(gitDir: string): Promise<readonly Ref[]> {
  const format = "--format=%(refname) %(objectname) %(*objectname)";
  const { stdout } = await runGit(gitDir, ["for-each-ref", format]);
  return stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => {
      const [name = "", sha = "", peeled] = line.split(" ");
      return { name, sha, commit: peeled || sha };
    });
}

/** Returns the targets of all refs by ref name. */
export async function readRefs(gitDir: string): Promise<RefMap> {
  return Object.fromEntries((await listRefs(gitDir)).map(({ name, sha }) => [name, sha]));
}

/**
 * Resolves a revision of the Hub's API to a commit: a branch, a tag, a full ref name (`refs/pr/1`) or a whole
 * sha, in this order. Returns null if there is none.
 */
export async function resolveRevision(gitDir: string, revision: string): Promise<string | null> {
  if (!isRefName(revision)) return null;
  const names = revision.startsWith("refs/")
    ? [revision]
    : [`refs/heads/${revision}`, `refs/tags/${revision}`, ...(isSha(revision) ? [revision] : [])];
  const found = await lookUp(
    gitDir,
    names.map((name) => `${name}^{commit}`),
  );
  return found.find((object) => object !== null)?.oid ?? null;
}

/** Move of a ref. Null `from`: the ref is created. Null `to`: it is deleted. */
export interface RefMove {
  readonly ref: string;
  readonly from: string | null;
  readonly to: string | null;
}

const nowhere = "0".repeat(40);

/**
 * Moves all refs or none.
 * @throws {RefMovedError} a ref is not at its `from`, or its name conflicts with another ref
 */
export async function moveRefs(gitDir: string, moves: readonly RefMove[]): Promise<void> {
  const input = moves.map(({ ref, from, to }) => {
    if (!isRefName(ref)) throw new TypeError(`not a ref: ${ref}`);
    return `update ${ref}\0${to ?? nowhere}\0${from ?? nowhere}\0`;
  });
  try {
    await runGit(gitDir, ["update-ref", "--no-deref", "--stdin", "-z"], { input: input.join("") });
  } catch (error) {
    // Git reports conflicting names (refs/heads/a and refs/heads/a/b) in the same words.
    if (!(error instanceof GitFailedError && /cannot lock ref/.test(error.message))) throw error;
    throw new RefMovedError({
      what: `${moves.map(({ ref }) => ref).join(", ")} cannot be changed`,
      why: /: ([^:]*)$/.exec(error.why ?? "")?.[1] ?? error.why,
      hint: "Reload the repo and retry the change",
      cause: error,
    });
  }
}
