import { defineError } from "../../model/errors.ts";

/** The value has no canonical form: not JSON, a lone surrogate, or two keys that are equal in NFC. */
export const NoCanonicalFormError = defineError("no-canonical-form", 1);

/** The clock is behind the time of the last receipt. */
export const ClockBehindError = defineError("clock-behind", 1);

/** Too few nodes can sign for the quorum, so the receipt could never be verified. */
export const QuorumNotReachedError = defineError("quorum-not-reached", 1);
