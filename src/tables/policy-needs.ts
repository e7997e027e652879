import type { PolicySummary } from "../policy/summary.ts";
import { type Line, line, type Span, span, type Tone } from "../text/line.ts";
import { count, plural } from "../text/numbers.ts";
import { type Visible, v } from "../text/visible.ts";
import { displayWidth } from "../text/width.ts";
import type { PolicyRow } from "./policies.ts";

/** Reason that a policy needs a person. */
interface Need {
  /** Sign before the policy; `·` if nothing is wrong with it, but something is left to do. */
  readonly sign: Visible;
  readonly tone: Tone;
  /** Returns how many items of a checked policy have the reason; 0 for none. */
  readonly count: (summary: PolicySummary) => number;
  readonly words: (count: number) => Visible;
  /** True if the sign is before the words. */
  readonly isSigned?: true;
  /** Word behind the sign in little room, in at most ten columns with it. @default the count */
  readonly short?: Visible;
}

const hasSeal = (seal: PolicySummary["seal"]) => (summary: PolicySummary) => Number(summary.seal === seal);

/** Reasons, the most urgent first; the order is that of the needs of a document. */
const needs = {
  unreadable: {
    sign: v`✗`,
    tone: "error",
    count: ({ verdict }) => Number(verdict === "unreadable"),
    words: () => v`unreadable`,
    short: v`text`,
  },
  errors: {
    sign: v`✗`,
    tone: "error",
    // An unreadable text has one error, which says so.
    count: ({ verdict, errors }) => (verdict === "unreadable" ? 0 : errors),
    words: (errors) => plural(errors, "error"),
  },
  deleted: {
    sign: v`−`,
    tone: "error",
    count: () => 0,
    words: () => v`deleted`,
  },
  weakened: {
    sign: v`▼`,
    tone: "error",
    count: ({ undecided }) => undecided,
    words: (values) => v`${count(values)} weaker`,
    isSigned: true,
  },
  "review-unreadable": {
    sign: v`✗`,
    tone: "error",
    count: ({ reviewProblem }) => Number(reviewProblem !== null),
    words: () => v`review unreadable`,
    short: v`review`,
  },
  flagged: {
    sign: v`⚑`,
    tone: "error",
    count: ({ flagged }) => flagged,
    words: (parts) => v`${count(parts)} flagged`,
    isSigned: true,
  },
  reopened: {
    sign: v`↺`,
    tone: "warn",
    count: ({ reopened }) => reopened,
    words: (parts) => v`${count(parts)} edited`,
    isSigned: true,
  },
  "seal-broken": {
    sign: v`✗`,
    tone: "error",
    count: hasSeal("broken"),
    words: () => v`seal broken`,
    short: v`seal`,
  },
  "seal-changed": {
    sign: v`↺`,
    tone: "warn",
    count: hasSeal("changed"),
    words: () => v`changed since seal`,
    short: v`seal`,
  },
  "seal-unsigned": {
    sign: v`▲`,
    tone: "warn",
    count: hasSeal("unsigned"),
    words: () => v`seal unsigned`,
    short: v`seal`,
  },
  warnings: {
    sign: v`▲`,
    tone: "warn",
    count: ({ warnings }) => warnings,
    words: (warnings) => plural(warnings, "warning"),
  },
  "seal-proposed": {
    sign: v`·`,
    tone: "muted",
    count: hasSeal("proposed"),
    words: () => v`seal to sign`,
    short: v`seal`,
  },
  unseen: {
    sign: v`·`,
    tone: "muted",
    count: ({ parts, approved, flagged, reopened, reviewProblem }) =>
      reviewProblem === null ? Math.max(0, parts - approved - flagged - reopened) : 0,
    words: (parts) => v`${count(parts)} to review`,
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

interface CountedNeed {
  readonly name: NeedName;
  readonly count: number;
}

/** Returns the reasons of a policy, the most urgent first; none if it needs nobody, or is unchecked. */
function needsOf(row: PolicyRow): readonly CountedNeed[] {
  const counts = needCounts(row) ?? [];
  return needNames
    .map((name, index): CountedNeed => ({ name, count: counts[index] ?? 0 }))
    .filter((need) => need.count > 0);
}

/** Returns the most urgent reason of a policy; null if it needs nobody, or is unchecked. */
export function urgentNeed(row: PolicyRow): CountedNeed | null {
  return needsOf(row)[0] ?? null;
}

/** Draws the sign of a policy: that of its most urgent reason, `✓` without one, an ellipsis while it is unchecked. */
export function signSpan(row: PolicyRow): Span {
  const need = urgentNeed(row);
  if (need !== null) return span(needs[need.name].sign, needs[need.name].tone);
  return row.summary === null ? span(v`⋯`, "muted") : span(v`✓`, "ok");
}

/** Draws the reasons of a policy, the most urgent first: `▼ 1 weaker · ⚑ 1 flagged · 9 to review`. */
export function needSpan(row: PolicyRow): Span {
  const found = needsOf(row);
  const [first] = found;
  if (first === undefined) return row.summary === null ? span(v``) : span(v`✓`, "ok");
  return span(joined(found.map(longWords), " · "), needs[first.name].tone);
}

/**
 * Returns the reasons of a policy in a width: in words, the most urgent one in words before the signs of the others,
 * `▼ 1 weaker ⚑1 ·9`, or as many signs as fit.
 */
export function shortNeeds(row: PolicyRow, width: number): Visible {
  const found = needsOf(row);
  const [first, ...others] = found;
  if (first === undefined) return needSpan(row).text;
  const signs = others.map(signWords);
  const forms = [joined(found.map(longWords), " · "), joined([longWords(first), ...signs], " ")];
  const fits = (text: Visible) => displayWidth(text) <= width;
  return forms.find(fits) ?? fitting([signWords(first), ...signs], fits);
}

/** Returns as many texts as fit, at least the first. */
function fitting(texts: readonly Visible[], fits: (text: Visible) => boolean): Visible {
  return texts.reduce((shown, next) => {
    const longer = joined([shown, next], " ");
    return fits(longer) ? longer : shown;
  });
}

/** Says the reasons of a policy without signs. */
export function needWords(row: PolicyRow): Visible {
  const [first, ...others] = needsOf(row);
  if (first === undefined) return row.summary === null ? v`` : v`nothing`;
  // The parts to review are a column, too.
  const said = [first, ...others.filter(({ name }) => name !== "unseen")];
  return v`${said.map((need) => needs[need.name].words(need.count)).join(", ")}`;
}

/** Reasons about a policy as a whole that are no item of its document. */
const ofWhole: ReadonlySet<NeedName> = new Set<NeedName>(["review-unreadable", "warnings"]);

/** Draws the reasons about a policy as a whole with their signs, the most urgent first. */
export function wholeNeedLines(row: PolicyRow): readonly Line[] {
  return needsOf(row)
    .filter(({ name }) => ofWhole.has(name))
    .map(({ name, count: items }) => {
      const { sign, tone, words } = needs[name];
      return line(span(v` ${sign} `, tone), span(words(items)));
    });
}

function longWords(need: CountedNeed): Visible {
  const { sign, isSigned, words }: Need = needs[need.name];
  return isSigned ? v`${sign} ${words(need.count)}` : words(need.count);
}

/** Returns the sign of a reason with its count, or with what it is about: `▼2`, `✗seal`. */
function signWords({ name, count: items }: CountedNeed): Visible {
  const { sign, short }: Need = needs[name];
  return v`${sign}${short ?? count(items)}`;
}

function joined(texts: readonly Visible[], separator: string): Visible {
  return v`${texts.join(separator)}`;
}
