import { defineError } from "../../model/errors.ts";

/**
 * The value has no canonical form: it is not JSON, has a lone surrogate or too many combining marks in a row, or two
 * keys equal in NFC.
 */
export const NoCanonicalFormError = defineError("no-canonical-form", 1);

/** The clock is behind the time of the last receipt. */
export const ClockBehindError = defineError("clock-behind", 1);

/** Some nodes can sign, but fewer than the quorum: the receipt would be invalid. */
export const QuorumNotReachedError = defineError("quorum-not-reached", 1);
