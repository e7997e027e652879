import type { LogFile } from "../engine/log-file.ts";
import { exitCodes, type HooklensError, isHooklensError } from "../model/errors.ts";
import { type Visible, v, visible } from "../text/visible.ts";

/** How a command failed, as it is shown. */
export interface Failure {
  /** `error: WHAT (WHY). HINT.` */
  readonly line: Visible;
  readonly exitCode: number;
  /** The stack traces of the error and its causes, for `-v` and the log file. */
  readonly details: readonly Visible[];
}

/** An error as it is shown to a person. Its texts may hold anything a remote said, so they are made visible. */
export async function describeFailure(error: unknown): Promise<Failure> {
  if (isHooklensError(error)) return knownFailure(error);
  // Loaded only here: the file is needed for nothing else, and a command should not pay for it.
  const { openLogFile } = await import("../engine/log-file.ts");
  return bugFailure(error, openLogFile());
}

/** What a person or a remote caused: its message says all there is to say. */
export function knownFailure(error: HooklensError): Failure {
  return { line: v`error: ${error.message}`, exitCode: error.exitCode, details: errorDetails(error) };
}

/** Anything else is a bug: told in a line, kept in the log file. */
export function bugFailure(error: unknown, log: Pick<LogFile, "error" | "path">): Failure {
  const details = errorDetails(error);
  log.error(details.join("\n"));
  const message = error instanceof Error ? error.message : String(error);
  const firstLine = message.split("\n", 1)[0] ?? "";
  return {
    line: v`error: ${firstLine} (a bug; details in ${log.path})`,
    exitCode: exitCodes.bug,
    details,
  };
}

function errorDetails(error: unknown): readonly Visible[] {
  if (!(error instanceof Error)) return [visible(String(error))];
  const own = (error.stack ?? error.message).split("\n").map((line) => visible(line));
  if (error.cause === undefined) return own;
  const [first, ...rest] = errorDetails(error.cause);
  return [...own, v`caused by: ${first ?? ""}`, ...rest];
}
