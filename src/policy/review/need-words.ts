import { count } from "../../text/numbers.ts";
import type { PersonVerdict } from "./clause-review.ts";
import type { ClauseNeed } from "./needs.ts";

/** Says in few words why a clause with verdicts is open: `flagged: no owner`, `edited after approval`. */
export function needWords(need: Exclude<ClauseNeed, "unseen">, verdicts: readonly PersonVerdict[]): string {
  if (need !== "reopened") return withReason(need, flagReason(verdicts));
  return hasOldFlag(verdicts)
    ? withReason("edited after its flag", flagReason(verdicts, true))
    : "edited after approval";
}

/** Returns true if a flag on an earlier content is left. */
export function hasOldFlag(verdicts: readonly PersonVerdict[]): boolean {
  return verdicts.some(({ entry, isOld }) => isOld && entry.kind === "flagged");
}

/**
 * Returns the reason of the first flag that has one; empty without one.
 * @param ofOld true for the flags on earlier contents
 */
function flagReason(verdicts: readonly PersonVerdict[], ofOld = false): string {
  const flags = verdicts.filter(({ entry, isOld }) => entry.kind === "flagged" && isOld === ofOld);
  return flags.find(({ entry }) => entry.text.trim() !== "")?.entry.text ?? "";
}

/** Formats `open comment`, or `2 open comments`. */
export function openCommentWords(comments: number): string {
  return comments === 1 ? "open comment" : `${count(comments)} open comments`;
}

/** Formats `2 weaker than in HEAD`. */
export function weakerWords(values: number, revision: string): string {
  return `${count(values)} weaker than in ${revision}`;
}

/** Adds a reason on one line: `flagged: no owner`; returns the words alone for an empty one. */
export function withReason(words: string, reason: string): string {
  const said = reason.replaceAll(/\s+/g, " ").trim();
  return said === "" ? words : `${words}: ${said}`;
}
