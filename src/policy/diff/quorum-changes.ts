import { hasMajority, isAtLeast, parseQuorum } from "../fields/quorum.ts";
import { quoted } from "../quoted.ts";
import type { PolicyChange } from "./change.ts";

const path = "/receipt_chain/quorum";

/**
 * A quorum in two versions: more signatures are stronger, and so is a majority, since it rules out two receipts that contradict each
 * other. The two are told apart, for 2-of-3 to 4-of-8 is more of one and less of the other.
 */
export function quorumChanges(before: string, after: string): readonly PolicyChange[] {
  if (before === after) return [];
  const [old, now] = [parseQuorum(before), parseQuorum(after)];
  const isFewer = !isAtLeast(now.needed, old.needed);
  const isMore = !isAtLeast(old.needed, now.needed);
  const step = isFewer ? "weakened" : isMore ? "strengthened" : "changed";
  const changes: PolicyChange[] = [
    {
      kind: "quorum",
      direction: step,
      oldPath: path,
      newPath: path,
      text: `quorum ${quoted(before)} → ${quoted(after)}`,
    },
  ];
  if (hasMajority(old) !== hasMajority(now)) {
    changes.push({
      kind: "quorum-majority",
      direction: hasMajority(now) ? "strengthened" : "weakened",
      oldPath: path,
      newPath: path,
      text: hasMajority(now) ? "the quorum is a majority now" : "the quorum is no longer a majority",
    });
  }
  return changes;
}
