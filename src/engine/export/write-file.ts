import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { writeFileAtomic } from "../../files/write-file-atomic.ts";
import { alreadyExists, notWritten } from "./not-written.ts";

/**
 * Writes a file atomically and creates missing directories.
 * @param options.replace true if an existing file is replaced; otherwise it is an error
 * @throws {FileNotWrittenError}
 */
export function writeFile(path: string, text: string, { replace }: { readonly replace: boolean }): void {
  let isPlaced: boolean;
  try {
    mkdirSync(dirname(path), { recursive: true });
    isPlaced = writeFileAtomic(path, text, { mode: 0o644, replace });
  } catch (cause) {
    throw notWritten(path, cause);
  }
  if (!isPlaced) throw alreadyExists(path);
}
