import { readFileSync, rmSync } from "node:fs";
import { placeFile, syncFolder } from "../../files/place-file.ts";
import { hasCode } from "../failure-reason.ts";

/**
 * A claim is a file with the next line of a chain, made before the line is written. Its name says which receipt it follows, so of
 * two that seal at once one alone has the claim. Whoever finds a claim can write its line, at the same place with the same bytes:
 * a process that dies in the midst of it loses nothing and blocks nobody. Once the chain has gone on, a claim to the old end means
 * nothing, and anyone may remove it.
 */
export function claimPath(receiptsFile: string, prev: string | null): string {
  return `${receiptsFile}.after-${prev?.slice(0, 16) ?? "none"}`;
}

/** The line that waits to be written; null: no one has the claim. */
export function readClaim(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Makes the claim, with its whole line or not at all. False: somebody else was quicker. */
export function makeClaim(path: string, line: string): boolean {
  const made = placeFile(path, line, { mode: 0o644, replace: false });
  if (made) syncFolder(path);
  return made;
}

export function dropClaim(path: string): void {
  rmSync(path, { force: true });
}
