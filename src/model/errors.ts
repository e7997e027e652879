/** What the process ends with when an error reaches the top; the table of product exit codes. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  bug: 70,
  interrupted: 130,
} as const;

export interface ErrorParts {
  /** What could not be done, without a full stop: `port 7860 is taken`. */
  readonly what: string;
  /** Why, as far as known; shown in parentheses. */
  readonly why?: string | undefined;
  /** What to do about it, a sentence without its full stop. */
  readonly hint?: string | undefined;
  readonly cause?: unknown;
}

/** What went wrong, as far as it is known why, and what to do about it. */
interface Failure {
  readonly what: string;
  readonly why?: string | null | undefined;
  readonly hint?: string | null | undefined;
}

/** A failure as one line for a person: `WHAT (WHY). HINT.` */
export function failureLine({ what, why, hint }: Failure): string {
  return `${what}${why ? ` (${why})` : ""}.${hint ? ` ${hint}.` : ""}`.replaceAll(/\s*\n\s*/g, " ");
}

/**
 * The base of everything that is a person's mistake, a remote's refusal or a machine's limit, as against a bug.
 * Each failure has a class of its own with a literal `code`; the message is one line: `WHAT (WHY). HINT`.
 */
export abstract class HooklensError extends Error {
  abstract readonly code: string;
  /** How a command ends when this reaches the top: 1 failed, 2 wrong usage, 3 hub or store not usable. */
  abstract readonly exitCode: 1 | 2 | 3;
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

/** True for an error of ours, also one from a second copy of this package. */
export function isHooklensError(error: unknown): error is HooklensError {
  return error instanceof Error && "code" in error && "exitCode" in error && "what" in error;
}

/** A flag, an argument or a value that cannot be right whatever the state of the world. */
export class UsageError extends HooklensError {
  readonly code = "usage";
  readonly exitCode = 2;
}

/** Something named by id, seq or name does not exist. */
export class NotFoundError extends HooklensError {
  readonly code = "not-found";
  readonly exitCode = 1;
}
