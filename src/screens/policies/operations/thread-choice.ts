import { type ClauseReview, openThreads, type Thread } from "../../../policy/review/clause-review.ts";

/** Discussions to choose from, and the index of the proposed one. */
export interface ThreadChoice {
  readonly threads: readonly Thread[];
  readonly proposed: number;
}

/**
 * Returns the discussions of a clause that can be answered, newest first, verdicts without a text last.
 * Proposes the newest one that is open and that somebody else began with a comment or a flag, or else the first.
 */
export function threadChoice(review: ClauseReview, reviewer: string): ThreadChoice {
  const newest = review.threads.toReversed().filter(({ counts, replies }) => counts || replies.length > 0);
  const hasText = ({ root, replies }: Thread) => root.text.trim() !== "" || replies.length > 0;
  return proposing([...newest.filter(hasText), ...newest.filter((one) => !hasText(one))], review, reviewer);
}

/** Returns the discussions of a clause that can be resolved or reopened: an approval asks for no answer. */
export function resolvableChoice(review: ClauseReview, reviewer: string): ThreadChoice {
  const { threads } = threadChoice(review, reviewer);
  return proposing(
    threads.filter(({ root }) => root.kind !== "approved"),
    review,
    reviewer,
  );
}

function proposing(threads: readonly Thread[], review: ClauseReview, reviewer: string): ThreadChoice {
  const open = openThreads(review);
  const proposed = threads.findIndex((thread) => open.includes(thread) && thread.root.by !== reviewer);
  return { threads, proposed: Math.max(0, proposed) };
}
