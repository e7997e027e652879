import { partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { ClauseReview } from "../../../policy/review/clause-review.ts";
import { type Span, span } from "../../../text/line.ts";
import { fit } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { shortReview, standingStyles } from "../lines/review-words.ts";

const commentSign = v`✎`;

/** Draws the sign of the verdicts and, in a third column, that of a comment. */
export function signSpans(review: ClauseReview, width: number): readonly Span[] {
  const [sign, tone] = standingStyles[review.standing];
  const remark = width > 2 && hasComment(review) ? commentSign : v``;
  return [span(sign, tone), span(fit(remark, width - 1), "accent")];
}

/** Draws reviewer and verdict, or only the verdict's sign. */
export function reviewSpans(review: ClauseReview, reviewer: string, width: number): readonly Span[] {
  if (width === 0) return [];
  const remark = hasComment(review) ? v` ${commentSign}` : v``;
  const room = width - displayWidth(remark);
  const [sign, tone] = standingStyles[review.standing];
  const forms = [v` ${shortReview(review, reviewer).text}`, v` ${sign}`];
  const shown = forms.find((form) => displayWidth(form) <= room) ?? v``;
  return [span(shown, tone), span(fit(remark, width - displayWidth(shown)), "accent")];
}

/** Returns the columns in which the verdicts of all parts fit. */
export function widestReview(page: PolicyPage): number {
  return Math.max(
    0,
    ...partsOf(page).map(({ review }) => {
      const sign = hasComment(review) ? 1 + displayWidth(commentSign) : 0;
      return 1 + displayWidth(shortReview(review, page.reviewer).text) + sign;
    }),
  );
}

function hasComment({ threads }: ClauseReview): boolean {
  return threads.some(
    ({ root, counts, replies }) => (root.kind === "comment" && counts) || replies.length > 0,
  );
}
