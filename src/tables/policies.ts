import { type Tone, span } from "../text/line.ts";
import { count } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import type { Table } from "./column.ts";

/** Policy file in a list. */
export interface PolicyRow {
  /** Path within the folder. */
  readonly name: string;
  /** Null until the file is checked. */
  readonly summary: PolicySummary | null;
}

/** Result of checking a policy file. */
export interface PolicySummary {
  /** `unreadable` if the file was not read or the text is not a document. */
  readonly verdict: "valid" | "warnings" | "errors" | "unreadable";
  /** Number of errors, including those beyond the page. */
  readonly errors: number;
  /** Number of warnings, including those beyond the page. */
  readonly warnings: number;
  readonly regime: string | null;
  /** Number of mapped axes. */
  readonly covered: number;
  readonly minimum: number | null;
  /** `covered` minus `minimum`; null without a minimum. */
  readonly slack: number | null;
  /** Number of clauses on the page. */
  readonly clauses: number;
  /** Number of these with a verdict on their current content. */
  readonly reviewed: number;
  /** Reason the review cannot be read; null if it can, or there is none. */
  readonly reviewProblem: string | null;
}

/** Ranks of the verdicts, worst first. */
export const verdictRanks = { unreadable: 0, errors: 1, warnings: 2, valid: 3 } as const;

export const policyTable = {
  name: "policies",
  columns: {
    verdict: {
      title: v``,
      width: 1,
      cell: ({ summary }) =>
        summary === null ? span(v`⋯`, "muted") : span(...verdictLooks[summary.verdict]),
      print: ({ summary }) => span(visible(summary?.verdict ?? "")),
      order: ({ summary }) => (summary === null ? null : verdictRanks[summary.verdict]),
    },
    name: {
      title: v`policy`,
      width: 18,
      grow: 3,
      cell: ({ name }) => span(visible(name)),
      // Paths differ mostly at their ends, so the middle is cut.
      short: ({ name }, width) => truncate(visible(name), width, { where: "middle" }),
      order: ({ name }) => name,
    },
    regime: {
      title: v`regime`,
      width: 16,
      grow: 2,
      drop: 3,
      cell: ({ summary }) =>
        span(v`${summary?.regime ?? (summary?.verdict === "unreadable" ? "unreadable" : "")}`, "muted"),
      order: ({ summary }) => summary?.regime ?? null,
    },
    errors: {
      title: v`errors`,
      width: 7,
      align: "right",
      cell: ({ summary }) => (summary === null ? none : countSpan(summary.errors, v`✗`, "error")),
      print: ({ summary }) => span(v`${summary?.errors ?? ""}`),
      order: ({ summary }) => summary?.errors ?? null,
    },
    warnings: {
      title: v`warnings`,
      width: 8,
      align: "right",
      drop: 2,
      cell: ({ summary }) => (summary === null ? none : countSpan(summary.warnings, v`▲`, "warn")),
      print: ({ summary }) => span(v`${summary?.warnings ?? ""}`),
      order: ({ summary }) => summary?.warnings ?? null,
    },
    coverage: {
      title: v`coverage`,
      width: 11,
      align: "right",
      drop: 1,
      cell({ summary }) {
        if (summary === null || summary.verdict === "unreadable") return none;
        const { covered, minimum, slack } = summary;
        const limit = minimum === null ? v`` : v`, needs ${minimum}`;
        return span(v`${covered}${limit}`, slack !== null && slack < 0 ? "error" : "plain");
      },
      order: ({ summary }) => (summary === null || summary.verdict === "unreadable" ? null : summary.covered),
    },
    reviewed: {
      title: v`reviewed`,
      width: 8,
      align: "right",
      cell({ summary }) {
        if (summary === null) return none;
        const { reviewProblem, clauses, reviewed } = summary;
        if (reviewProblem !== null) return span(v`✗ error`, "error");
        return span(clauses === 0 ? v`` : v`${reviewed}/${clauses}`, reviewed === clauses ? "ok" : "muted");
      },
      order({ summary }) {
        if (summary === null || summary.reviewProblem !== null || summary.clauses === 0) return null;
        return summary.reviewed / summary.clauses;
      },
    },
  },
  shown: ["verdict", "name", "regime", "errors", "warnings", "coverage", "reviewed"],
} satisfies Table<PolicyRow, unknown>;

const none = span(v``);

const verdictLooks: Readonly<Record<PolicySummary["verdict"], readonly [Visible, Tone]>> = {
  unreadable: [v`✗`, "error"],
  errors: [v`✗`, "error"],
  warnings: [v`▲`, "warn"],
  valid: [v`✓`, "ok"],
};

function countSpan(number: number, glyph: Visible, tone: Tone) {
  return number === 0 ? span(v`·`, "muted") : span(v`${count(number)} ${glyph}`, tone);
}
