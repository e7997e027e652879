import { accessSync, constants, mkdirSync } from "node:fs";
import { DataDirError } from "./errors.ts";

/**
 * Makes a data directory that only its owner can enter (0700); one that is there stays as it is.
 * @throws {DataDirError}
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    accessSync(dataDir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new DataDirError({
      what: `the data directory ${dataDir} cannot be used`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: "Make it writable, or name another with --data-dir",
      cause,
    });
  }
}
