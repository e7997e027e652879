import { existsSync, mkdirSync, realpathSync, rmSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { readFileWithin } from "../../files/read-file.ts";
import { writeFileAtomic } from "../../files/write-file-atomic.ts";
import { decodePolicy } from "../../policy/read/decode.ts";
import { type FileChange, changeFile, sha256Of } from "../change-file.ts";
import { PolicyNotChangedError } from "../errors.ts";
import { failureReason } from "../failure-reason.ts";
import { isUpstreamPolicy } from "./compare-upstream.ts";

/** Written file, with the data to undo it; `before` is null for a new file. */
export interface TakenOver extends Omit<FileChange, "before"> {
  readonly path: string;
  readonly before: string | null;
}

/**
 * Writes upstream's content of a policy into the directory.
 * @param ours SHA-256 of our compared content; null without one
 * @throws {PolicyNotChangedError} our file changed meanwhile, the path leaves the directory, or upstream's content is
 * not UTF-8; nothing is written
 */
export function takeOver(folder: string, name: string, ours: string | null, bytes: Uint8Array): TakenOver {
  const path = join(folder, name);
  const decoded = decodePolicy(bytes);
  const refuse = (why: string, cause?: unknown) =>
    new PolicyNotChangedError({
      what: `${path} was not written`,
      why,
      hint: "Review both versions, then retry",
      cause,
    });
  if (!isUpstreamPolicy(name)) throw refuse("its path is not that of a policy in this directory");
  if (!decoded.ok) throw refuse("upstream's file is not UTF-8");
  const { text } = decoded;
  if (ours !== null) return { path, ...changeFile(path, ours, () => text) };
  try {
    let existing = dirname(path);
    while (!existsSync(existing)) existing = dirname(existing);
    const isInside = `${realpathSync(existing)}${sep}`.startsWith(`${realpathSync(folder)}${sep}`);
    if (!isInside) throw refuse("a link leads its path out of the directory");
    mkdirSync(dirname(path), { recursive: true });
    if (!writeFileAtomic(path, text, { mode: 0o644, replace: false }))
      throw refuse("it was created in the meantime");
  } catch (error) {
    throw error instanceof PolicyNotChangedError ? error : refuse(failureReason(error), error);
  }
  return { path, before: null, sha256: sha256Of(text) };
}

/**
 * Removes a file taken from upstream if its content is unchanged.
 * @throws {PolicyNotChangedError}
 */
export function removeTaken(path: string, sha256: string): void {
  let why = "it changed in the meantime";
  try {
    if (sha256Of(readFileWithin(path)) === sha256) {
      rmSync(path);
      return;
    }
  } catch (error) {
    why = failureReason(error);
  }
  throw new PolicyNotChangedError({ what: `${path} was not removed`, why, hint: "Review the current file" });
}
