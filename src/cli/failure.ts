import { exitCodes, isHooklensError, errorText } from "../model/errors.ts";
import { logLine } from "../model/logger.ts";
import { type Visible, v, visible } from "../text/visible.ts";

/** Failure of a command, ready to print. */
interface Failure {
  /** `error: WHAT (WHY). HINT.` */
  readonly line: Visible;
  readonly exitCode: number;
  /** Stack traces of the error and its causes, for `-v`. */
  readonly details: readonly Visible[];
}

/**
 * Describes an error for a person. Control characters are made visible, because texts may come from a remote.
 * An error that is not a `HooklensError` is also written to the log with its stack. It is a bug, unless the system
 * refused a call: a loop of links, a limit of open files.
 */
export function describeFailure(
  error: unknown,
  log: { readonly path: string; error(text: string): void },
): Failure {
  const details = errorDetails(error);
  if (isHooklensError(error)) {
    return { line: visible(logLine("error", error.message)), exitCode: error.exitCode, details };
  }
  log.error(details.join("\n"));
  if (isSystemError(error)) {
    const line = visible(logLine("error", `a file or the network cannot be used (${error.message}).`));
    return { line, exitCode: exitCodes.failed, details };
  }
  const message = errorText(error);
  return {
    line: visible(logLine("error", `${message.split("\n", 1)[0] ?? ""} (a bug; details in ${log.path})`)),
    exitCode: exitCodes.bug,
    details,
  };
}

/** Returns true for a failed system call that hooklens did not expect. */
function isSystemError(error: unknown): error is Error {
  return error instanceof Error && "syscall" in error && "code" in error;
}

function errorDetails(error: unknown): readonly Visible[] {
  if (!(error instanceof Error)) return [visible(String(error))];
  const own = (error.stack ?? error.message).split("\n").map((line) => visible(line));
  if (error.cause === undefined) return own;
  const [first, ...rest] = errorDetails(error.cause);
  return [...own, v`caused by: ${first ?? ""}`, ...rest];
}
