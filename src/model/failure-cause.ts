import type { Delivery } from "./delivery.ts";
import { filterValue } from "./filter-value.ts";

/** Failure that stands for others with its cause. */
export type CauseExample = Pick<Delivery, "seq" | "receivedAt" | "reason">;

/** Failures with the same cause. */
export interface FailureCause {
  /** Cause of their reasons, as `causeOf` returns it; null for failures without a reason. */
  readonly cause: string | null;
  readonly count: number;
  readonly newest: CauseExample;
  readonly oldest: CauseExample;
}

/** Maximum characters of a reason that are compared, and of a cause. */
const maxReason = 2_000;
const maxCause = 300;

/** Control characters; a filter line has none. */
const controls = /\p{Cc}+/gu;

/** Quoted part; an apostrophe within a word is no quote. */
const quoted = /"(?:[^"\\]|\\.)*"|`[^`]*`|(?<![\p{L}\p{N}])'[^']*'(?![\p{L}\p{N}])/gu;

/** Path of a request or a file. */
const path = /(?<!\S)\/\S+/g;

/**
 * Number, or word with a digit: ID, hash, version, time. The status of a response stays, because another status has
 * another cause.
 */
const numbered =
  /(?<!responded with )(?<![\p{L}\p{N}_*])(?=[\p{L}_-]*\p{N})[\p{L}\p{N}_]+(?:-[\p{L}\p{N}_]+)*/gu;

/** Sequence of such parts: an address, a time, a place in a file. */
const several = /\*(?:[*.:/,-]+\*)+/g;

/**
 * Returns the cause of a failure: its reason with `*` in place of numbers, IDs, paths and quoted parts, as the filter term
 * `cause:` has it.
 */
export function causeOf(reason: string): string {
  const compared = reason.length > maxReason ? `${reason.slice(0, maxReason)}*` : reason;
  const cause = [controls, quoted, path, numbered, several].reduce(
    (text, part) => text.replaceAll(part, "*"),
    compared,
  );
  return cause.length > maxCause ? `${cause.slice(0, maxCause)}*` : cause;
}

/** Returns the filter terms of the failures with a cause. */
export function causeTerms(cause: string | null): readonly string[] {
  return ["is:failed", cause === null ? "-reason:*" : `cause:${filterValue(cause)}`];
}
