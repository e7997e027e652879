import { parseQuorum } from "../fields/quorum.ts";

/**
 * Formats whose signatures a proposal lacks: `2 of ann, bob, eve` if two of them are enough, or `ann, bob` if it lacks
 * both.
 */
export function missingText({
  quorum,
  signed,
  missing,
}: {
  /** `2-of-3`. */
  readonly quorum: string;
  readonly signed: readonly string[];
  readonly missing: readonly string[];
}): string {
  const lacking = Number(parseQuorum(quorum).needed) - signed.length;
  const names = missing.join(", ");
  return lacking > 0 && lacking < missing.length ? `${lacking} of ${names}` : names;
}
