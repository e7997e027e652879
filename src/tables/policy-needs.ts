import { type Span, span, type Tone } from "../text/line.ts";
import { count, plural } from "../text/numbers.ts";
import { type Visible, v } from "../text/visible.ts";
import type { PolicyRow, PolicySummary } from "./policies.ts";

/** Reason that a policy needs a person. */
interface Need {
  /** Sign before the policy; ✓ only if nothing is wrong with it. */
  readonly sign: Visible;
  readonly tone: Tone;
  /** Returns how many items of a checked policy have the reason; 0 for none. */
  readonly count: (summary: PolicySummary) => number;
  readonly words: (count: number) => Visible;
  /** True if the sign is before the words. */
  readonly isSigned?: true;
  /** Words in at most ten columns. */
  readonly short: (count: number) => Visible;
}

const hasSeal = (seal: PolicySummary["seal"]) => (summary: PolicySummary) => Number(summary.seal === seal);

/** Reasons, the most urgent first; the order is that of the needs of a document. */
const needs = {
  unreadable: {
    sign: v`✗`,
    tone: "error",
    count: ({ verdict }) => Number(verdict === "unreadable"),
    words: () => v`unreadable`,
    short: () => v`unreadable`,
  },
  errors: {
    sign: v`✗`,
    tone: "error",
    count: ({ errors }) => errors,
    words: (errors) => plural(errors, "error"),
    short: (errors) => v`${count(errors)} ✗`,
  },
  deleted: {
    sign: v`−`,
    tone: "error",
    count: () => 0,
    words: () => v`deleted`,
    short: () => v`deleted`,
  },
  weakened: {
    sign: v`▼`,
    tone: "error",
    count: ({ sinceHead }) => sinceHead?.weakened ?? 0,
    words: (values) => v`${count(values)} weaker`,
    isSigned: true,
    short: (values) => v`▼ ${count(values)}`,
  },
  "review-unreadable": {
    sign: v`✗`,
    tone: "error",
    count: ({ reviewProblem }) => Number(reviewProblem !== null),
    words: () => v`review unreadable`,
    short: () => v`✗ review`,
  },
  flagged: {
    sign: v`⚑`,
    tone: "error",
    count: ({ flagged }) => flagged,
    words: (parts) => v`${count(parts)} flagged`,
    isSigned: true,
    short: (parts) => v`⚑ ${count(parts)}`,
  },
  reopened: {
    sign: v`↺`,
    tone: "warn",
    count: ({ reopened }) => reopened,
    words: (parts) => v`${count(parts)} edited`,
    isSigned: true,
    short: (parts) => v`↺ ${count(parts)}`,
  },
  "seal-broken": {
    sign: v`✗`,
    tone: "error",
    count: hasSeal("broken"),
    words: () => v`seal broken`,
    short: () => v`✗ seal`,
  },
  "seal-changed": {
    sign: v`▲`,
    tone: "warn",
    count: hasSeal("changed"),
    words: () => v`changed since seal`,
    short: () => v`▲ seal`,
  },
  "seal-unsigned": {
    sign: v`▲`,
    tone: "warn",
    count: hasSeal("unsigned"),
    words: () => v`seal unsigned`,
    short: () => v`▲ seal`,
  },
  warnings: {
    sign: v`▲`,
    tone: "warn",
    count: ({ warnings }) => warnings,
    words: (warnings) => plural(warnings, "warning"),
    short: (warnings) => v`${count(warnings)} ▲`,
  },
  "seal-proposed": {
    sign: v`✓`,
    tone: "muted",
    count: hasSeal("proposed"),
    words: () => v`seal to sign`,
    short: () => v`to sign`,
  },
  unseen: {
    sign: v`✓`,
    tone: "muted",
    count: ({ parts, reviewed, reopened, reviewProblem }) =>
      reviewProblem === null ? Math.max(0, parts - reviewed - reopened) : 0,
    words: (parts) => v`${count(parts)} to review`,
    short: (parts) => v`${count(parts)} open`,
  },
} satisfies Record<string, Need>;

export type NeedName = keyof typeof needs;

/** Names of the reasons, the most urgent first. */
export const needNames = Object.keys(needs) as readonly NeedName[];

/** Returns how many items of a policy have each reason, in the order of `needNames`; null if it is unchecked. */
export function needCounts({ summary, isDeleted }: PolicyRow): readonly number[] | null {
  if (isDeleted === true) return needNames.map((name) => Number(name === "deleted"));
  return summary === null ? null : needNames.map((name) => needs[name].count(summary));
}

/** Returns the most urgent reason of a policy; null if it needs nobody, or is unchecked. */
export function urgentNeed(row: PolicyRow): { readonly name: NeedName; readonly count: number } | null {
  const counts = needCounts(row) ?? [];
  const index = counts.findIndex((each) => each > 0);
  const name = needNames[index];
  return name === undefined ? null : { name, count: counts[index] ?? 0 };
}

/** Draws the sign of a policy: that of its most urgent reason, `✓` without one, an ellipsis while it is unchecked. */
export function signSpan(row: PolicyRow): Span {
  const need = urgentNeed(row);
  if (need !== null) return span(needs[need.name].sign, needs[need.name].tone);
  return row.summary === null ? span(v`⋯`, "muted") : span(v`✓`, "ok");
}

/** Draws the most urgent reason of a policy in words. */
export function needSpan(row: PolicyRow): Span {
  const need = urgentNeed(row);
  if (need === null) return row.summary === null ? span(v``) : span(v`✓`, "ok");
  const { sign, tone, isSigned, words }: Need = needs[need.name];
  return span(isSigned ? v`${sign} ${words(need.count)}` : words(need.count), tone);
}

/** Says the most urgent reason of a policy without signs. */
export function needWords(row: PolicyRow): Visible {
  const need = urgentNeed(row);
  if (need === null) return row.summary === null ? v`` : v`nothing`;
  return needs[need.name].words(need.count);
}

/** Returns the most urgent reason in few columns. */
export function shortNeed(row: PolicyRow): Visible {
  const need = urgentNeed(row);
  return need === null ? needSpan(row).text : needs[need.name].short(need.count);
}
