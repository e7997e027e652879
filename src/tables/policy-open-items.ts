import { type OpenKind, openKinds } from "../policy/open-items.ts";
import { signs } from "../policy/signs.ts";
import type { PolicySummary } from "../policy/summary.ts";
import { type Line, line, type Span, span } from "../text/line.ts";
import { count, plural } from "../text/numbers.ts";
import { type Visible, v } from "../text/visible.ts";
import { displayWidth } from "../text/width.ts";
import type { PolicyRow } from "./policies.ts";

/** Open items of a policy in the list. */
interface ListedItems {
  /** Returns the number of items of a kind in a checked policy. */
  readonly count: (summary: PolicySummary) => number;
  readonly words: (count: number) => Visible;
  /** True if the sign is before the words. */
  readonly isSigned?: true;
  /**
   * Short word after the sign, at most ten columns with it.
   * @default the count
   */
  readonly short?: Visible;
}

const hasSeal = (seal: PolicySummary["seal"]) => (summary: PolicySummary) => Number(summary.seal === seal);

/** Counted kinds; flagged clauses include disputed ones. */
const listed = {
  unreadable: {
    count: ({ verdict }) => Number(verdict === "unreadable"),
    words: () => v`unreadable`,
    short: v`text`,
  },
  errors: {
    // An unreadable text has exactly one error, with the reason.
    count: ({ verdict, errors }) => (verdict === "unreadable" ? 0 : errors),
    words: (errors) => plural(errors, "error"),
  },
  deleted: { count: () => 0, words: () => v`deleted` },
  weakened: {
    count: ({ undecided }) => undecided,
    words: (values) => v`${count(values)} weaker`,
    isSigned: true,
  },
  "review-unreadable": {
    count: ({ reviewProblem }) => Number(reviewProblem !== null),
    words: () => v`review unreadable`,
    short: v`review`,
  },
  flagged: { count: ({ flagged }) => flagged, words: (parts) => v`${count(parts)} flagged`, isSigned: true },
  reopened: {
    count: ({ reopened }) => reopened,
    words: (parts) => v`${count(parts)} edited`,
    isSigned: true,
  },
  "seal-broken": { count: hasSeal("broken"), words: () => v`seal broken`, short: v`seal` },
  "seal-changed": { count: hasSeal("changed"), words: () => v`changed since seal`, short: v`seal` },
  "seal-unsigned": { count: hasSeal("unsigned"), words: () => v`seal unsigned`, short: v`seal` },
  warnings: { count: ({ warnings }) => warnings, words: (warnings) => plural(warnings, "warning") },
  "seal-proposed": { count: hasSeal("proposed"), words: () => v`seal to sign`, short: v`seal` },
  unseen: {
    count: ({ parts, approved, flagged, reopened, reviewProblem }) =>
      reviewProblem === null ? Math.max(0, parts - approved - flagged - reopened) : 0,
    words: (parts) => v`${count(parts)} to review`,
  },
} satisfies Partial<Record<OpenKind, ListedItems>>;

export type ListedKind = keyof typeof listed;

const isListed = (kind: string): kind is ListedKind => kind in listed;

/** Counted kinds, most urgent first. */
export const listedKinds = Object.keys(openKinds).filter(isListed);

/** Counts the items of a policy by reason, in the order of `listedKinds`; null if it is unchecked. */
export function openCounts({ summary, isDeleted }: PolicyRow): readonly number[] | null {
  if (isDeleted === true) return listedKinds.map((name) => Number(name === "deleted"));
  return summary === null ? null : listedKinds.map((name) => listed[name].count(summary));
}

interface CountedKind {
  readonly name: ListedKind;
  readonly count: number;
}

/** Returns the reasons of a policy, most urgent first; none if nothing is open, or if unchecked. */
function openIn(row: PolicyRow): readonly CountedKind[] {
  const counts = openCounts(row) ?? [];
  return listedKinds
    .map((name, index): CountedKind => ({ name, count: counts[index] ?? 0 }))
    .filter((need) => need.count > 0);
}

/** Returns the most urgent reason of a policy; null if nothing is open, or if unchecked. */
export function mostUrgent(row: PolicyRow): CountedKind | null {
  return openIn(row)[0] ?? null;
}

/** Draws the sign of a policy: its most urgent reason, `✓` without one, an ellipsis while unchecked. */
export function signSpan(row: PolicyRow): Span {
  const need = mostUrgent(row);
  if (need !== null) return span(openKinds[need.name].glyph, openKinds[need.name].tone);
  return row.summary === null ? span(signs.waiting, "muted") : span(signs.ok, "ok");
}

/** Draws the reasons of a policy, or `unchecked`, the most urgent first: `▼ 1 weaker · ⚑ 1 flagged · 9 to review`. */
export function openItemsSpan(row: PolicyRow): Span {
  const found = openIn(row);
  const [first] = found;
  if (first === undefined) return row.summary === null ? span(v`unchecked`, "muted") : span(signs.ok, "ok");
  return span(joined(found.map(longWords), " · "), openKinds[first.name].tone);
}

/**
 * Fits the reasons of a policy into a width: all in words, the first in words before signs, `▼ 1 weaker ⚑1 ·9`, or as
 * many signs as fit.
 */
export function shortOpenItems(row: PolicyRow, width: number): Visible {
  const found = openIn(row);
  const [first, ...others] = found;
  if (first === undefined) return openItemsSpan(row).text;
  const signs = others.map(signWords);
  const forms = [joined(found.map(longWords), " · "), joined([longWords(first), ...signs], " ")];
  const fits = (text: Visible) => displayWidth(text) <= width;
  return forms.find(fits) ?? fitting([signWords(first), ...signs], fits);
}

/** Returns as many texts as fit, at least one. */
function fitting(texts: readonly Visible[], fits: (text: Visible) => boolean): Visible {
  return texts.reduce((shown, next) => {
    const longer = joined([shown, next], " ");
    return fits(longer) ? longer : shown;
  });
}

/** Says the reasons of a policy without signs. */
export function openItemsWords(row: PolicyRow): Visible {
  const [first, ...others] = openIn(row);
  if (first === undefined) return row.summary === null ? v`unchecked` : v`nothing`;
  // The parts to review are a column, too.
  const said = [first, ...others.filter(({ name }) => name !== "unseen")];
  return v`${said.map((need) => listed[need.name].words(need.count)).join(", ")}`;
}

/** Reasons about a policy as a whole, outside its document. */
const ofWhole: ReadonlySet<ListedKind> = new Set<ListedKind>(["review-unreadable", "warnings"]);

/** Draws the reasons about a policy as a whole with their signs, each with its kind. */
export function wholePolicyLines(
  row: PolicyRow,
): readonly { readonly kind: ListedKind; readonly line: Line }[] {
  return openIn(row)
    .filter(({ name }) => ofWhole.has(name))
    .map(({ name, count: items }) => {
      const { glyph, tone } = openKinds[name];
      return { kind: name, line: line(span(v` ${glyph} `, tone), span(listed[name].words(items))) };
    });
}

function longWords({ name, count: items }: CountedKind): Visible {
  const { isSigned, words }: ListedItems = listed[name];
  return isSigned ? v`${openKinds[name].glyph} ${words(items)}` : words(items);
}

/** Returns the sign of a reason with its count or subject: `▼2`, `✗seal`. */
function signWords({ name, count: items }: CountedKind): Visible {
  const { short }: ListedItems = listed[name];
  return v`${openKinds[name].glyph}${short ?? count(items)}`;
}

function joined(texts: readonly Visible[], separator: string): Visible {
  return v`${texts.join(separator)}`;
}
