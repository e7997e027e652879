import { type ClauseReview, openThreads, type Thread } from "../../../policy/review/clause-review.ts";

/** Discussions to choose from, and the index of the proposed one. */
export interface ThreadChoice {
  readonly threads: readonly Thread[];
  readonly proposed: number;
}

/**
 * Returns the discussions of a clause that can be answered or resolved, newest first, verdicts without a text last.
 * Proposes the newest one that is open and that somebody else began with a comment or a flag, or else the first.
 */
export function threadChoice(review: ClauseReview, reviewer: string): ThreadChoice {
  const newest = review.threads.toReversed().filter(({ counts, replies }) => counts || replies.length > 0);
  const hasText = ({ root, replies }: Thread) => root.text.trim() !== "" || replies.length > 0;
  const threads = [...newest.filter(hasText), ...newest.filter((thread) => !hasText(thread))];
  const open = openThreads(review);
  const proposed = threads.findIndex((thread) => open.includes(thread) && thread.root.by !== reviewer);
  return { threads, proposed: Math.max(0, proposed) };
}
