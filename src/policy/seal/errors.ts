import { HooklensError } from "../../model/errors.ts";

/** A value has no canonical form: what JSON cannot say, half a character, two keys that are one in NFC. */
export class NoCanonicalFormError extends HooklensError {
  readonly code = "no-canonical-form";
  readonly exitCode = 1;
}

/** The clock stands before the moment the last receipt was sealed at: a receipt now would say that time ran backwards. */
export class ClockBehindError extends HooklensError {
  readonly code = "clock-behind";
  readonly exitCode = 1;
}

/** Some nodes of a policy can sign, but fewer than its quorum asks for; such a receipt could never be verified. */
export class QuorumNotReachedError extends HooklensError {
  readonly code = "quorum-not-reached";
  readonly exitCode = 1;
}
