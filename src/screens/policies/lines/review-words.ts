import { openKinds } from "../../../policy/open-items.ts";
import type { ClauseReview, Standing } from "../../../policy/review/clause-review.ts";
import { signs } from "../../../policy/signs.ts";
import { type Span, span, type Tone } from "../../../text/line.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";

/** Signs of review states. Shapes differ, because a terminal may have no colors. */
export const standingStyles = {
  none: [v` `, "muted"],
  approved: [signs.ok, "ok"],
  flagged: [openKinds.flagged.glyph, openKinds.flagged.tone],
  disagreement: [openKinds.disagreement.glyph, openKinds.disagreement.tone],
  reopened: [openKinds.reopened.glyph, openKinds.reopened.tone],
} as const satisfies Record<Standing, readonly [Visible, Tone]>;

/** Maximum characters of a name, as for this reviewer's own. */
const maxName = 100;

const self = "you";

/** Returns the name of an author, `you` for the person who reviews here. */
export function authorName(by: string, reviewer: string): string {
  return by === reviewer ? self : by.slice(0, maxName);
}

/** Returns the review of a clause for a narrow column: `you ✓`, `2 ✓`, `disagree`, `reopened`. */
export function shortReview(review: ClauseReview, reviewer: string): Span {
  const { standing } = review;
  const [sign, tone] = standingStyles[standing];
  switch (standing) {
    case "none":
      return span(v``, tone);
    case "approved":
    case "flagged": {
      const by = review.verdicts.flatMap(({ entry, isOld }) => (isOld ? [] : [entry.by]));
      const [first = "", ...others] = by;
      return span(v`${others.length === 0 ? authorName(first, reviewer) : by.length} ${sign}`, tone);
    }
    case "disagreement":
      return span(v`disagree`, tone);
    case "reopened":
      return span(v`reopened`, tone);
  }
}

/** Describes the review of a clause: `approved by you and ann`; null if it has no verdict. */
export function reviewSentence({ standing, verdicts }: ClauseReview, reviewer: string): Visible | null {
  const names = (kind: string, old: boolean) =>
    verdicts.flatMap(({ entry, isOld }) =>
      entry.kind === kind && isOld === old ? [authorName(entry.by, reviewer)] : [],
    );
  const [approved, flagged] = [names("approved", false), names("flagged", false)];
  const old = [...names("approved", true), ...names("flagged", true)];
  switch (standing) {
    case "none":
      return null;
    case "approved":
      return v`approved by ${listed(approved)}`;
    case "flagged":
      return v`flagged by ${listed(flagged)}`;
    case "disagreement":
      return v`disagreement: approved by ${listed(approved)}, flagged by ${listed(flagged)}`;
    case "reopened":
      return visible(
        [
          `edited since ${old.join() === self ? "your verdict" : `the verdict of ${listed(old)}`}`,
          ...(approved.length === 0 ? [] : [`approved by ${listed(approved)}`]),
        ].join(", "),
      );
  }
}

/** Joins names: `ann`, `ann and bob`, `ann, bob and cy`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? "";
  return names.length < 2 ? last : `${names.slice(0, -1).join(", ")} and ${last}`;
}
