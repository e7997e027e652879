import { HooklensError } from "../../model/errors.ts";

/** There is no git on this machine, or it may not be run. */
export class GitMissingError extends HooklensError {
  readonly code = "git-missing";
  readonly exitCode = 3;
}

/** Git ended with a status that was not expected, took too long, or said too much. */
export class GitFailedError extends HooklensError {
  readonly code = "git-failed";
  readonly exitCode = 3;
}

/** A ref is not where it was when the change of it was prepared. */
export class RefMovedError extends HooklensError {
  readonly code = "ref-moved";
  readonly exitCode = 1;
}

/** @param error what spawning git emitted */
export function spawnError(error: Error): GitMissingError {
  return new GitMissingError({
    what: "git cannot be run",
    why: "code" in error ? String(error.code) : error.message,
    hint: "Install git 2.38 or newer: the local hub keeps its repos in it",
    cause: error,
  });
}
