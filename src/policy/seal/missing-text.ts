import { parseQuorum } from "../fields/quorum.ts";
import { type QuorumCount, type QuorumCounts, isReached } from "./signing-rule.ts";

/**
 * Formats whose signatures a proposal lacks: `2 of ann, bob, eve` if two of them are enough, or `ann, bob` if it lacks
 * both. A proposal that changes the quorum or the nodes also lacks those of the quorum before:
 * `ann; and 1 of eve, joe of the quorum before`.
 */
export function missingText(counts: QuorumCounts): string {
  const { previous } = counts;
  if (previous === null || isReached(previous)) return lackingText(counts);
  const before = `${lackingText(previous)} of the quorum before`;
  return isReached(counts) ? before : `${lackingText(counts)}; and ${before}`;
}

function lackingText({ quorum, signed, missing }: QuorumCount): string {
  const lacking = Number(parseQuorum(quorum).needed) - signed.length;
  const names = missing.join(", ");
  return lacking > 0 && lacking < missing.length ? `${lacking} of ${names}` : names;
}
