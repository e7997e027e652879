import { realpathSync, type Stats, statSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { failureReason, hasCode } from "./failure-reason.ts";
import { findRepository } from "./git/repository.ts";

/** Allowed targets of links: the named directory and its work tree, without links. */
export type LinkBounds = readonly string[];

/**
 * Returns the bounds of the links below a directory, which may be a link itself. A hostile repository could contain
 * links to any file of the machine, and hooklens would print its lines.
 */
export function linkBounds(folder: string): LinkBounds {
  const top = findRepository(folder)?.top;
  try {
    return [realpathSync(folder), ...(top === undefined ? [] : [top])];
  } catch {
    return [];
  }
}

/** Target of a link. */
interface LinkTarget {
  /** Path without links. */
  readonly real: string;
  /** Null if the link leads nowhere. */
  readonly stats: Stats | null;
  /** Reason for an unfollowed link: broken, out of bounds or hidden; null for a followed one. */
  readonly why: string | null;
}

/** Reads the target of a link. */
export function followLink(path: string, bounds: LinkBounds): LinkTarget {
  try {
    const real = realpathSync(path);
    return { real, stats: statSync(real), why: refusal(real, bounds) };
  } catch (error) {
    return { real: path, stats: null, why: brokenWords(error) };
  }
}

function refusal(real: string, bounds: LinkBounds): string | null {
  if (!bounds.some((root) => isWithin(real, root))) {
    return `it is a link that leads out of ${bounds.at(-1) ?? "the directory"}`;
  }
  return bounds.every((root) => isHidden(real, root)) ? "it is a link to a hidden file" : null;
}

function brokenWords(error: unknown): string {
  if (hasCode(error, "ENOENT")) return "it is a broken link";
  return hasCode(error, "ELOOP") ? "it is a circular link" : failureReason(error);
}

/** Returns true for a directory and its contents. Both paths are without links. */
export function isWithin(path: string, folder: string): boolean {
  const within = relative(folder, path);
  return within !== ".." && !within.startsWith(`..${sep}`) && !isAbsolute(within);
}

/** Returns true for a path outside a directory, or with a hidden part in it, such as `.git`. */
function isHidden(path: string, folder: string): boolean {
  return (
    !isWithin(path, folder) ||
    relative(folder, path)
      .split(sep)
      .some((part) => part.startsWith("."))
  );
}
