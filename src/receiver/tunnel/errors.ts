import { type ErrorParts, HooklensError } from "../../model/errors.ts";

/**
 * A tunnel that cannot be opened or kept open. Each provider has a table of these errors, one entry per
 * `code`.
 */
export class TunnelError<Code extends string = string> extends HooklensError {
  readonly code: Code;
  readonly exitCode = 1;
  /** True if a later attempt may succeed without any change. */
  readonly isTransient: boolean;

  constructor(code: Code, { isTransient, ...parts }: ErrorParts & { readonly isTransient: boolean }) {
    super(parts);
    this.name = "TunnelError";
    this.code = code;
    this.isTransient = isTransient;
  }
}

/** Creates the error of a failure that no provider has an entry for. */
export function tunnelFailed(what: string, why: string, cause?: unknown): TunnelError {
  const hint = "Retry, or use another tunnel";
  return new TunnelError("tunnel-failed", { what, why, hint, isTransient: true, cause });
}
