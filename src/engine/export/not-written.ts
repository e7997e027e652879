import { FileNotWrittenError } from "../errors.ts";

/** Reasons by the code of a system error. */
const reasons: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota of the disk is used up",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  EISDIR: "it is a directory",
  ENOTDIR: "a part of its path is not a directory",
  EEXIST: "it is not a directory",
  ENOENT: "its directory does not exist",
};

/** Creates the error of an export that would replace a file. */
export function alreadyExists(path: string): Error {
  return new FileNotWrittenError({
    what: `${path} was not written`,
    why: "it exists",
    hint: "Choose another name, or add --force to replace it",
  });
}

/** Creates the error of an export that could not be written. */
export function notWritten(path: string, cause: unknown): Error {
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
  return new FileNotWrittenError({
    what: `${path} was not written`,
    why: reasons[code] ?? code,
    hint: "Choose another path, or check the disk and its permissions",
    cause,
  });
}
