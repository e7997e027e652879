import { plural } from "../../../text/numbers.ts";
import type { PlacedChange } from "../../diff/placed-changes.ts";
import { type ClauseReview, openComments } from "../../review/clause-review.ts";
import { needWords, openCommentWords, weakerWords, withReason } from "../../review/need-words.ts";
import { needOf } from "../../review/needs.ts";
import { isUndecided, partOfChange } from "../../review/undecided-changes.ts";
import { sealNeed } from "../../seal/seal-need.ts";
import type { SealState } from "../../seal/seal-state.ts";
import { standingWords } from "./standing-words.ts";

/** Policy with all that can be open in it. */
interface OpenSource {
  /** Parts in order, the general provisions last. */
  readonly parts: readonly { readonly name: string; readonly review: ClauseReview }[];
  /** Number of errors of the policy. */
  readonly errors: number;
  readonly changes: readonly PlacedChange[];
  /** Revision that the changes are compared with. */
  readonly revision: string;
  readonly seal: SealState;
}

/** Reasons in the order of their urgency. */
const kinds = ["weakened", "flagged", "disagreement", "reopened", "open-comment", "unseen"] as const;

interface Reason {
  readonly kind: (typeof kinds)[number];
  readonly words: string;
}

/**
 * Lists what is open, each with its reasons: first the policy as a whole, then its parts, the most urgent first:
 * `A-100 Access: ▼ 1 weaker than in HEAD; ⚑ flagged: no owner`.
 */
export function openParts({ parts, errors, changes, revision, seal }: OpenSource): readonly string[] {
  const reviews = parts.map(({ review }) => review);
  const weaker = changes.filter((change) => isUndecided(change, reviews));
  const elsewhere = weaker.filter((change) => partOfChange(change, parts.length) === null);
  const removed = elsewhere.map(({ text }) => text).join("; ");
  const whole = [
    ...(errors === 0 ? [] : [`✗ ${plural(errors, "error")}`]),
    ...(removed === "" ? [] : [withReason(`▼ ${weakerWords(elsewhere.length, revision)}`, removed)]),
    ...(seal.standing === "sealed" || seal.standing === "unsealed" ? [] : [`seal: ${sealNeed(seal)}`]),
  ];
  const open = parts
    .map(({ name, review }, index) => {
      const within = weaker.filter((change) => partOfChange(change, parts.length) === index);
      return { name, reasons: reasonsOf(review, within.length, revision) };
    })
    .filter(({ reasons }) => reasons.length > 0)
    .toSorted((one, other) => rankOf(one.reasons) - rankOf(other.reasons));
  return [
    ...(whole.length === 0 ? [] : [`The policy: ${whole.join("; ")}`]),
    ...open.map(({ name, reasons }) => `${name}: ${reasons.map(({ words }) => words).join("; ")}`),
  ];
}

/** Returns the reasons that a part is open, the most urgent first. */
function reasonsOf(review: ClauseReview, weaker: number, revision: string): readonly Reason[] {
  const kind = needOf(review);
  const comments = openComments(review).map(({ by, text }): Reason => {
    return { kind: "open-comment", words: withReason(`✎ ${openCommentWords(1)} by ${by}`, text) };
  });
  return [
    ...(weaker === 0 ? [] : [{ kind: "weakened", words: `▼ ${weakerWords(weaker, revision)}` } as const]),
    ...(kind === null || kind === "unseen"
      ? []
      : [{ kind, words: `${signs[kind]} ${needWords(kind, review.verdicts)}` }]),
    ...comments,
    ...(kind === "unseen" ? [{ kind, words: standingWords.none }] : []),
  ];
}

const signs = { flagged: "⚑", disagreement: "≠", reopened: "↺" } as const;

function rankOf([first]: readonly Reason[]): number {
  return first === undefined ? kinds.length : kinds.indexOf(first.kind);
}
