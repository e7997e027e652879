import { readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { maxBytes } from "../../policy/read/fault.ts";
import { sha256Of } from "../change-file.ts";
import { isFile } from "../file-stamp.ts";
import { byName, isPolicyName, walkFolder } from "../walk-folder.ts";
import type { FetchedRevision } from "./revision-store.ts";

/** Maximum number of policies in a revision, and their maximum total size in bytes. */
export const upstreamLimits = { files: 1_000, fileBytes: maxBytes, bytes: 100_000_000 } as const;

/**
 * Policy of the directory or of the fetched revision. `new`: only upstream has it. `removed`: upstream had it.
 * `ours`: upstream never had it. `too-large`: not fetched.
 */
export interface UpstreamDocument {
  /** Path in the repo and in the directory, with slashes. */
  readonly name: string;
  readonly standing: "same" | "differs" | "new" | "removed" | "ours" | "too-large";
  /** True if the user keeps ours, for upstream's present content. */
  readonly isKept: boolean;
  /** SHA-256 of our content in hex; null if we have none. */
  readonly ours: string | null;
  /** SHA-256 of upstream's content in hex; null if it has none. */
  readonly upstream: string | null;
}

/**
 * Returns true for a valid policy path in a directory: no part leaves the directory, is hidden or is skipped by a
 * scan.
 */
export function isUpstreamPolicy(path: string): boolean {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  const isPlain = (part: string) =>
    part !== "" && !part.startsWith(".") && part !== "node_modules" && !/[\\\p{Cc}]/u.test(part);
  return parts.every(isPlain) && isPlain(name) && isPolicyName(name);
}

/** Compares a directory with a fetched revision. Unreadable files of the directory count as missing. */
export function compareUpstream(folder: string, revision: FetchedRevision): readonly UpstreamDocument[] {
  const upstream = new Map(revision.files.map(({ path, sha256 }) => [path, sha256]));
  const ours = walkFolder(folder, { files: upstreamLimits.files, folders: upstreamLimits.files }).files.map(
    (path) => relative(folder, path).split(sep).join("/"),
  );
  const names = new Set([...upstream.keys(), ...ours, ...revision.tooLarge]);
  const documents = [...names].map((name): UpstreamDocument => {
    const [mine, theirs] = [hashOf(join(folder, name)), upstream.get(name) ?? null];
    const kept = Object.hasOwn(revision.kept, name) ? revision.kept[name] : null;
    return {
      name,
      standing: standingOf(name, mine, theirs, revision),
      isKept: kept === (theirs ?? ""),
      ours: mine,
      upstream: theirs,
    };
  });
  return documents.toSorted((a, b) => byName(a.name, b.name));
}

function standingOf(
  name: string,
  mine: string | null,
  theirs: string | null,
  { removed, tooLarge }: FetchedRevision,
): UpstreamDocument["standing"] {
  if (tooLarge.includes(name)) return "too-large";
  if (theirs === null) return removed.includes(name) ? "removed" : "ours";
  if (mine === null) return "new";
  return mine === theirs ? "same" : "differs";
}

function hashOf(path: string): string | null {
  try {
    if (!isFile(path) || statSync(path).size > maxBytes) return null;
    return sha256Of(readFileSync(path));
  } catch {
    return null;
  }
}
