import { defineError } from "../../model/errors.ts";

/** A value has no canonical form: a value JSON lacks, half of a surrogate pair, or two keys that are equal in NFC. */
export const NoCanonicalFormError = defineError("no-canonical-form", 1);

/** The clock is behind the time of the last receipt. */
export const ClockBehindError = defineError("clock-behind", 1);

/** Fewer nodes can sign than the quorum asks for, so the receipt could never be verified. */
export const QuorumNotReachedError = defineError("quorum-not-reached", 1);
