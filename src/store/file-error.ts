import { type BigIntStats, statSync } from "node:fs";
import { StoreFullError, StoreIoError, StoreUnwritableError } from "./errors.ts";

/**
 * Returns the state of a file; undefined if it does not exist.
 * @throws {StoreUnwritableError} it is a directory, a pipe or a device, or its path cannot be followed
 */
export function statFile(file: string): BigIntStats | undefined {
  let found: BigIntStats | undefined;
  try {
    found = statSync(file, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    throw fileError(error, file);
  }
  if (found === undefined || found.isFile()) return found;
  throw new StoreUnwritableError({
    what: `${file} is not a file`,
    why: found.isDirectory() ? "it is a directory" : "it is a pipe or a device",
    hint: "Move it away, or choose another directory with --data-dir",
  });
}

/** Converts a system error of a file or a directory to a store error; returns other errors unchanged. */
export function fileError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const parts = { why: error.message, cause: error };
  switch (error.code) {
    case "ENOSPC":
    case "EDQUOT":
      return new StoreFullError({
        what: `${file} cannot grow`,
        hint: "Free some space on its disk",
        ...parts,
      });
    case "EFBIG":
      return new StoreUnwritableError({
        what: `${file} cannot grow`,
        hint: "Raise the limit for the size of a file (ulimit -f)",
        ...parts,
      });
    case "EIO":
      return new StoreIoError({
        what: `${file} cannot be written`,
        hint: "Check its disk",
        ...parts,
      });
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return new StoreUnwritableError({
        what: `${file} cannot be written`,
        hint: "Make the directory and the file writable, or choose another directory with --data-dir",
        ...parts,
      });
    default:
      if (!("syscall" in error)) return error;
      return new StoreUnwritableError({
        what: `${file} cannot be used`,
        hint: "Check its path and its directory, or choose another directory with --data-dir",
        ...parts,
      });
  }
}
