import { count, plural } from "../../../text/numbers.ts";
import {
  clauseWords,
  openCommentWords,
  type OpenItem,
  openItems,
  openKinds,
  openRank,
  type OpenSource,
  partOfChange,
  sealWords,
  withReason,
} from "../../open-items.ts";
import { openComments, type Standing } from "../../review/clause-review.ts";
import type { SealState } from "../../seal/seal-state.ts";
import { signs } from "../../signs.ts";

/** Describes the state of a clause's review. The signs differ in shape, because a report may have no colors. */
export const standingWords: Readonly<Record<Standing, string>> = {
  none: "not reviewed",
  approved: `${signs.ok} approved`,
  flagged: `${openKinds.flagged.glyph} flagged`,
  disagreement: `${openKinds.disagreement.glyph} disagreement`,
  reopened: `${openKinds.reopened.glyph} edited since`,
};

interface ReportedSource extends Pick<OpenSource, "reviews" | "errors" | "changes"> {
  /** Names of the parts; the general provisions come last. */
  readonly names: readonly string[];
  /** Revision that the changes are compared with. */
  readonly revision: string;
  readonly seal: SealState;
}

/**
 * Lists the open items with their reasons, first for the whole policy, then by part, most urgent first: `A-100
 * Access: ▼ 1 weaker than in HEAD; ⚑ flagged: no owner`.
 */
export function openParts(source: ReportedSource): readonly string[] {
  const { names, changes } = source;
  const items = openItems(source);
  const partOf = (item: OpenItem): number | null => {
    if ("clause" in item) return item.clause;
    const change = "change" in item ? changes[item.change] : undefined;
    return change === undefined ? null : partOfChange(change, names.length);
  };
  const openIn = (part: number | null, name: string) => ({
    name,
    open: items.filter((item) => partOf(item) === part),
  });
  const urgency = (open: readonly OpenItem[]) => (open[0] === undefined ? 0 : openRank(open[0].kind));
  const parts = names
    .map((name, part) => openIn(part, name))
    .toSorted((one, other) => urgency(one.open) - urgency(other.open));
  return [openIn(null, "The policy"), ...parts]
    .filter(({ open }) => open.length > 0)
    .map(({ name, open }) => `${name}: ${open.flatMap((item) => reasons(item, open, source)).join("; ")}`);
}

/** Describes an open item; the first one includes all weaker values of its part. */
function reasons(item: OpenItem, open: readonly OpenItem[], source: ReportedSource): readonly string[] {
  const { reviews, changes, revision, seal } = source;
  switch (item.kind) {
    case "errors":
      return [`${openKinds.errors.glyph} ${plural(item.count, "error")}`];
    case "weakened": {
      const weaker = open.flatMap((one) => (one.kind === "weakened" ? (changes[one.change] ?? []) : []));
      if (changes[item.change] !== weaker[0]) return [];
      const words = `${openKinds.weakened.glyph} ${count(weaker.length)} weaker than in ${revision}`;
      // Only changes of the whole policy belong to no part.
      const isWhole = partOfChange(weaker[0] ?? { clause: null, field: null }, reviews.length) === null;
      return [isWhole ? withReason(words, weaker.map(({ text }) => text).join("; ")) : words];
    }
    case "flagged":
    case "disagreement":
    case "reopened":
      return [
        `${openKinds[item.kind].glyph} ${clauseWords(item.kind, reviews[item.clause]?.verdicts ?? [])}`,
      ];
    case "open-comment": {
      const review = reviews[item.clause];
      return (review === undefined ? [] : openComments(review)).map(({ by, text }) =>
        withReason(`${openKinds["open-comment"].glyph} ${openCommentWords(1)} by ${by}`, text),
      );
    }
    case "unseen":
      return [standingWords.none];
    case "single-support":
      return [];
    default:
      return [`seal: ${sealWords(seal)}`];
  }
}
