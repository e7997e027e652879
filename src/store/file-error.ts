import { StoreFullError, StoreIoError, StoreUnwritableError } from "./errors.ts";

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
      return error;
  }
}
