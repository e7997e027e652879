import { directions } from "../policy/diff/change.ts";
import { directionStyles } from "../policy/report/change-lines.ts";
import { signs } from "../policy/signs.ts";
import type { ChangeCounts, PolicySummary } from "../policy/summary.ts";
import { type Span, type Tone, span } from "../text/line.ts";
import { count } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import { sumText } from "../text/weight-text.ts";
import { displayWidth } from "../text/width.ts";
import type { Table } from "./column.ts";
import {
  openCounts,
  listedKinds,
  openItemsSpan,
  openItemsWords,
  shortOpenItems,
  signSpan,
  mostUrgent,
} from "./policy-open-items.ts";
import { sealStyles, sealRanks } from "./seal-styles.ts";

/** Policy file in a list. */
export interface PolicyRow {
  /** Path within the folder. */
  readonly name: string;
  /** Null until the file is checked. */
  readonly summary: PolicySummary | null;
  /** True if the baseline has the policy, and the directory has not. */
  readonly isDeleted?: true;
  /** State relative to upstream; absent if equal, or without a linked repo. */
  readonly upstream?: "differs" | "removed" | "kept";
}

export const policyTable = {
  name: "policies",
  usual: { column: "needs", descending: false },
  columns: {
    // The default order: most urgent reasons first.
    verdict: {
      title: v``,
      width: 1,
      cell: signSpan,
      print: ({ summary, isDeleted }) => span(isDeleted ? v`deleted` : visible(summary?.verdict ?? "")),
    },
    name: {
      title: v`policy`,
      width: 18,
      wanted: 30,
      grow: 3,
      cell: (row) => span(nameText(row, "renamed from")),
      // Cuts the middle of paths, because they differ mostly at their ends.
      short(row, width) {
        const texts = [nameText(row, "renamed from"), nameText(row, "←")];
        const shown = texts.find((text) => displayWidth(text) <= width);
        if (shown !== undefined) return shown;
        // The start of an old path says more than none.
        const hasRoom = displayWidth(visible(row.name)) + leastOldPath <= width;
        return hasRoom
          ? truncate(nameText(row, "←"), width)
          : truncate(visible(row.name), width, { where: "middle" });
      },
      order: ({ name }) => name,
    },
    needs: {
      title: v`needs you`,
      width: 10,
      wanted: 26,
      grow: 1,
      cell: openItemsSpan,
      short: shortOpenItems,
      print: (row) => span(openItemsWords(row)),
      order: urgencyRank,
    },
    regime: {
      title: v`regime`,
      width: 16,
      grow: 2,
      drop: 8,
      givesWay: true,
      cell: ({ summary }) => span(v`${summary?.regime ?? ""}`, "muted"),
      order: ({ summary }) => summary?.regime ?? null,
    },
    errors: {
      title: v`errors`,
      width: 7,
      grow: 0,
      align: "right",
      drop: 5,
      givesWay: true,
      leavesEmpty: true,
      cell: ({ summary }) => countSpan(summary?.errors ?? 0, signs.error, "error"),
      print: ({ summary }) => span(v`${summary?.errors ?? ""}`),
      order: ({ summary }) => mostFirst(summary?.errors),
    },
    warnings: {
      title: v`warnings`,
      width: 8,
      grow: 0,
      align: "right",
      drop: 6,
      givesWay: true,
      leavesEmpty: true,
      cell: ({ summary }) => countSpan(summary?.warnings ?? 0, signs.warning, "warn"),
      print: ({ summary }) => span(v`${summary?.warnings ?? ""}`),
      order: ({ summary }) => mostFirst(summary?.warnings),
    },
    coverage: {
      title: v`coverage`,
      width: 11,
      align: "right",
      drop: 2,
      cell({ summary }) {
        if (summary === null) return none;
        // The sign of the verdict is the same for a policy with errors.
        if (summary.verdict === "unreadable") return span(v`unreadable`, "error");
        const { covered, minimum, slack } = summary;
        const limit = minimum === null ? v`` : v`, needs ${minimum}`;
        return span(v`${covered}${limit}`, slack !== null && slack < 0 ? "error" : "plain");
      },
      order: ({ summary }) => (summary === null || summary.verdict === "unreadable" ? null : summary.covered),
    },
    strength: {
      title: v`strength`,
      width: 9,
      align: "right",
      drop: 1,
      cell({ summary }) {
        if (summary === null || summary.strength === null) return none;
        const { weight, axis } = summary.strength;
        return span(v`${sumText(weight)} ${axis}`, weight > 0 ? "plain" : "error");
      },
      print({ summary }) {
        if (summary === null || summary.strength === null) return none;
        return span(v`${sumText(summary.strength.weight)} at ${summary.strength.axis}`);
      },
      order: ({ summary }) => summary?.strength?.weight ?? null,
    },
    approved: {
      title: v`approved`,
      width: 8,
      grow: 0,
      align: "right",
      drop: 3,
      cell({ summary }) {
        if (summary === null) return none;
        const { parts, approved } = summary;
        const bar = parts === 0 || summary.reviewProblem !== null ? "" : progress(approved / parts);
        return span(v`${reviewText(summary)}${bar}`, reviewTone(summary));
      },
      short: ({ summary }) => (summary === null ? v`` : reviewText(summary)),
      print: ({ summary }) => (summary === null ? none : span(reviewText(summary), reviewTone(summary))),
      order({ summary }) {
        if (summary === null || summary.reviewProblem !== null || summary.parts === 0) return null;
        return summary.approved / summary.parts;
      },
    },
    seal: {
      title: v`seal`,
      width: 10,
      grow: 0,
      drop: 4,
      leavesEmpty: true,
      cell({ summary }) {
        if (summary === null || summary.seal === "unsealed") return none;
        const { glyph, word, tone } = sealStyles[summary.seal];
        return span(v`${glyph} ${word}`, tone);
      },
      order: ({ summary }) => (summary === null ? null : sealRanks.indexOf(summary.seal)),
    },
    head: {
      title: v`HEAD`,
      width: 7,
      grow: 0,
      drop: 3,
      leavesEmpty: true,
      cell: baselineSpan,
      print: (row) => span(baselineWords(row)),
      order: baselineRank,
    },
    upstream: {
      title: v`upstream`,
      width: 9,
      grow: 0,
      drop: 7,
      leavesEmpty: true,
      cell: ({ upstream }) => (upstream === undefined ? none : upstreamStyles[upstream]),
      order: ({ upstream }) => upstream ?? null,
    },
  },
  shown: [
    "verdict",
    "name",
    "needs",
    "errors",
    "warnings",
    "coverage",
    "strength",
    "approved",
    "seal",
    "head",
    "upstream",
    "regime",
  ],
} satisfies Table<PolicyRow, unknown>;

/** Returns the value that sorts the highest count first, as other columns sort the worst first; null for 0. */
function mostFirst(number: number | undefined): number | null {
  return number === undefined || number === 0 ? null : -number;
}

const none = span(v``);

const upstreamStyles = {
  differs: span(v`${signs.differs} differs`, "warn"),
  removed: span(v`${signs.deleted} removed`, "warn"),
  kept: span(v`${signs.ok} kept`, "muted"),
} as const satisfies Record<NonNullable<PolicyRow["upstream"]>, Span>;

/** Columns of the start of an old path, with the arrow before it. */
const leastOldPath = 10;

/** Formats the path of a policy and its path in the baseline: `pharma.yaml renamed from pharmaceutical.yaml`. */
function nameText({ name, summary }: PolicyRow, words: string): Visible {
  const before = summary?.renamedFrom;
  return before === undefined ? visible(name) : v`${name} ${words} ${before}`;
}

const baselineProblemSpans = {
  new: span(v`new`, "accent"),
  unreadable: span(signs.differs, "warn"),
} as const;

/** Draws the changes since the baseline: `▼2 ▲1`. */
function baselineSpan({ summary, isDeleted }: PolicyRow): Span {
  if (isDeleted === true) return span(v`deleted`, "error");
  if (summary === null) return none;
  const { sinceBaseline, baselineProblem } = summary;
  if (sinceBaseline === null) return baselineProblem === null ? none : baselineProblemSpans[baselineProblem];
  const drawn = changesSpan(sinceBaseline);
  return drawn.text === "" ? span(unchangedText(summary)) : drawn;
}

/** Draws numbers of changes: `▼2 ▲1`; empty without any. */
export function changesSpan(counts: ChangeCounts): Span {
  const found = directions.filter((direction) => counts[direction] > 0);
  const text = v`${found.map((direction) => `${directionStyles[direction].glyph}${counts[direction]}`).join(" ")}`;
  return span(text, counts.weakened > 0 ? "error" : counts.strengthened > 0 ? "ok" : "plain");
}

/** Says the changes since the baseline: `2 weakened, 1 strengthened`. */
function baselineWords({ summary, isDeleted }: PolicyRow): Visible {
  if (isDeleted === true) return v`deleted`;
  if (summary === null) return v``;
  const { sinceBaseline, baselineProblem } = summary;
  if (sinceBaseline === null)
    return baselineProblem === null ? v`` : baselineProblem === "new" ? v`new` : v`not comparable`;
  const words = changesWords(sinceBaseline);
  return words === "" ? unchangedText(summary) : words;
}

/** Says numbers of changes: `2 weakened, 1 strengthened`; empty without any. */
export function changesWords(counts: ChangeCounts): Visible {
  const found = directions.filter((direction) => counts[direction] > 0);
  return v`${found.map((direction) => `${count(counts[direction])} ${direction}`).join(", ")}`;
}

/** Describes the differences of a file without listed changes. */
function unchangedText({ isTextOnly, renamedFrom }: PolicySummary): Visible {
  return isTextOnly === true ? v`${signs.changed} text` : renamedFrom === undefined ? v`` : v`renamed`;
}

/** Ranks the changes since the baseline: deleted, weakened by many values, by few, not comparable, new, changed, text or renamed, equal. */
function baselineRank({ summary, isDeleted }: PolicyRow): number | null {
  if (isDeleted === true) return 0;
  if (summary === null) return null;
  const { sinceBaseline, baselineProblem } = summary;
  if (sinceBaseline === null) return baselineProblem === null ? null : baselineProblem === "new" ? 4 : 3;
  if (sinceBaseline.weakened > 0) return 1 + 1 / sinceBaseline.weakened;
  if (sinceBaseline.strengthened + sinceBaseline.changed > 0) return 5;
  return unchangedText(summary) === "" ? 7 : 6;
}

/** Ranks reasons by urgency, then by the number of items. */
function urgencyRank(row: PolicyRow): number | null {
  const need = mostUrgent(row);
  if (need !== null) return listedKinds.indexOf(need.name) - 1 + 1 / need.count;
  return openCounts(row) === null ? null : listedKinds.length;
}

function reviewText({ reviewProblem, parts, approved, flagged, disputed }: PolicySummary): Visible {
  if (reviewProblem !== null) return v`${signs.error} error`;
  const sign = flagged > disputed ? `${signs.flagged} ` : disputed > 0 ? `${signs.differs} ` : "";
  return parts === 0 ? v`` : v`${sign}${approved}/${parts}`;
}

function reviewTone({ reviewProblem, parts, approved, flagged }: PolicySummary): Tone {
  if (reviewProblem !== null || flagged > 0) return "error";
  return approved === parts ? "ok" : "muted";
}

/** Columns of the bar of a review. */
const barColumns = 6;

/** Draws a share from 0 to 1 as a bar after a space. Only a whole share fills it. */
function progress(share: number): string {
  const full = share >= 1 ? barColumns : Math.min(barColumns - 1, Math.ceil(share * barColumns));
  return ` ${"█".repeat(full)}${"░".repeat(barColumns - full)}`;
}

function countSpan(number: number, glyph: Visible, tone: Tone) {
  return number === 0 ? none : span(v`${count(number)} ${glyph}`, tone);
}
