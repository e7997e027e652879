/** Exit codes of the process. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  bug: 70,
  interrupted: 130,
} as const;

/** Exit codes of a command that an error ends: 1 failed, 2 wrong usage, 3 hub or store not usable. */
export const errorExitCodes = [exitCodes.failed, exitCodes.usage, exitCodes.unreachable] as const;
export type ErrorExitCode = (typeof errorExitCodes)[number];

export interface ErrorParts {
  /** Failure, without a full stop: `port 7860 is taken`. */
  readonly what: string;
  /** Cause, if known; shown in parentheses. */
  readonly why?: string | undefined;
  /** Next step for the user: a sentence without its full stop. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

interface Failure {
  readonly what: string;
  readonly why?: string | null | undefined;
  readonly hint?: string | null | undefined;
}

/** Returns the message of an error, or the text of any other thrown value. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Formats a failure as one line: `WHAT (WHY). HINT.` */
export function failureLine({ what, why, hint }: Failure): string {
  return `${what}${why ? ` (${why})` : ""}.${hint ? ` ${hint}.` : ""}`.replaceAll(/\s*\n\s*/g, " ");
}

/**
 * Base of every expected error: a user's mistake, a refusal of a remote, a limit of the machine. Anything
 * else is a bug. The message is one line: `WHAT (WHY). HINT.`
 */
export abstract class HooklensError extends Error {
  abstract readonly code: string;
  abstract readonly exitCode: ErrorExitCode;
  readonly what: string;
  readonly why: string | undefined;
  readonly hint: string | undefined;

  constructor(parts: ErrorParts) {
    super(failureLine(parts), parts.cause === undefined ? undefined : { cause: parts.cause });
    this.name = new.target.name;
    this.what = parts.what;
    this.why = parts.why;
    this.hint = parts.hint;
  }
}

/** Returns true for a `HooklensError`, even from a second copy of this package. */
export function isHooklensError(error: unknown): error is HooklensError {
  return error instanceof Error && "code" in error && "exitCode" in error && "what" in error;
}

/** Error of a class created by `defineError`. */
export interface DefinedError<Code extends string = string> extends HooklensError {
  readonly code: Code;
  readonly exitCode: ErrorExitCode;
}

/** Error class created by `defineError`. */
export interface DefinedErrorClass<Code extends string = string> {
  new (parts: ErrorParts): DefinedError<Code>;
  readonly code: Code;
  readonly exitCode: ErrorExitCode;
}

/**
 * Creates an error class for a table of errors: `export const PortTakenError = defineError("port-taken", 3)`. The
 * code names the class. `instanceof` compares codes and therefore also recognizes errors from other threads and
 * processes.
 */
export function defineError<const Code extends string>(
  code: Code,
  exitCode: ErrorExitCode,
): DefinedErrorClass<Code> {
  const made = class extends HooklensError {
    static readonly code = code;
    static readonly exitCode = exitCode;
    readonly code = code;
    readonly exitCode = exitCode;

    static override [Symbol.hasInstance](error: unknown): boolean {
      const hasCode = this === made && isHooklensError(error) && error.code === code;
      return hasCode || Function.prototype[Symbol.hasInstance].call(this, error);
    }
  };
  const words = code.split("-").map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  Object.defineProperty(made, "name", { value: `${words.join("")}Error` });
  return made;
}

/** A flag, argument or value is invalid in any state. */
export const UsageError = defineError("usage", 2);
export type UsageError = DefinedError<"usage">;

/** A resource that the user named does not exist. */
export const NotFoundError = defineError("not-found", 1);
export type NotFoundError = DefinedError<"not-found">;
