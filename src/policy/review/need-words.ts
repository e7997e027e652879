import { count } from "../../text/numbers.ts";
import type { PersonVerdict } from "./clause-review.ts";
import type { ClauseNeed } from "./needs.ts";

/** Says in few words why a clause with verdicts is open: `flagged: no owner`, `edited after approval`. */
export function needWords(need: Exclude<ClauseNeed, "unseen">, verdicts: readonly PersonVerdict[]): string {
  if (need !== "reopened") return withReason(need, flagReason(verdicts));
  const hasOldFlag = verdicts.some(({ entry, isOld }) => isOld && entry.kind === "flagged");
  return `edited after ${hasOldFlag ? "its flag" : "approval"}`;
}

/** Returns the reason of the first flag on the current content that has one; empty without one. */
function flagReason(verdicts: readonly PersonVerdict[]): string {
  const flags = verdicts.filter(({ entry, isOld }) => entry.kind === "flagged" && !isOld);
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
