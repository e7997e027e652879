import { type ErrorParts, HooklensError, UsageError } from "../../model/errors.ts";

/** What `--tunnel` was given names no tunnel. */
export class TunnelChoiceError extends UsageError {}

/** A tunnel could not be opened, or cannot go on. Each provider has a subclass for each reason. */
export abstract class TunnelError extends HooklensError {
  readonly exitCode = 1;
  /** Whether trying again can help while nobody changes anything. */
  readonly passing: boolean;

  constructor(parts: ErrorParts & { readonly passing: boolean }) {
    super(parts);
    this.passing = parts.passing;
  }
}

/** A reason nobody here has met before: what the provider said is all that is known. */
export class TunnelFailedError extends TunnelError {
  readonly code = "tunnel-failed";

  constructor(what: string, why: string, cause?: unknown) {
    super({ what, why, hint: "Try again, or use another --tunnel", passing: true, cause });
  }
}
