import { type ErrorExitCode, type ErrorParts, HooklensError, isHooklensError } from "./errors.ts";

/** Error sent to another process or thread. A bug has no exit code; it carries its stack. */
export type WireError =
  | {
      readonly code: string;
      readonly exitCode: ErrorExitCode;
      readonly what: string;
      readonly why?: string | undefined;
      readonly hint?: string | undefined;
    }
  | { readonly code: "bug"; readonly what: string; readonly stack: string };

/** Error received from another process or thread; `instanceof` recognizes it by its code. */
class ReceivedError extends HooklensError {
  readonly code: string;
  readonly exitCode: ErrorExitCode;
  constructor(code: string, exitCode: ErrorExitCode, parts: ErrorParts) {
    super(parts);
    this.code = code;
    this.exitCode = exitCode;
  }
}

/** Serializes an error without its cause. */
export function errorToWire(error: unknown): WireError {
  if (!isHooklensError(error)) {
    const bug = error instanceof Error ? error : new Error(String(error));
    return { code: "bug", what: bug.message, stack: bug.stack ?? bug.message };
  }
  const { code, exitCode, what, why, hint } = error;
  return { code, exitCode, what, why, hint };
}

/** Restores an error; a bug becomes a plain Error with its original stack. */
export function errorFromWire(wire: WireError): Error {
  if (!("exitCode" in wire)) {
    const bug = new Error(wire.what);
    bug.stack = wire.stack;
    return bug;
  }
  const { code, exitCode, what, why, hint } = wire;
  return new ReceivedError(code, exitCode, { what, why, hint });
}
