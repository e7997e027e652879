import type { Line, Span, Tone } from "../../text/line.ts";
import { span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { truncate } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { v, visible } from "../../text/visible.ts";
import type { Column, FittedColumn } from "../../tui/components/table.ts";
import { tableRow } from "../../tui/components/table.ts";
import type { PolicySummary } from "./page/policy-page.ts";
import type { PolicyEntry } from "./state.ts";

type Name = "verdict" | "name" | "regime" | "errors" | "warnings" | "coverage" | "reviewed";

export const policyColumns: readonly Column<Name>[] = [
  { name: "verdict", title: v``, width: 1 },
  { name: "name", title: v`policy`, width: 22, grow: 3 },
  { name: "regime", title: v`regime`, width: 16, grow: 2, drop: 3 },
  { name: "errors", title: v`errors`, width: 7, align: "right" },
  { name: "warnings", title: v`warnings`, width: 8, align: "right", drop: 2 },
  { name: "coverage", title: v`coverage`, width: 8, align: "right", drop: 1 },
  { name: "reviewed", title: v`reviewed`, width: 8, align: "right" },
];

export const verdictLooks = {
  unreadable: [v`✗`, "error"],
  errors: [v`✗`, "error"],
  warnings: [v`▲`, "warn"],
  valid: [v`✓`, "ok"],
} as const satisfies Record<PolicySummary["verdict"], readonly [Visible, Tone]>;

/** Draws a policy as a row. */
export function policyRow(
  entry: PolicyEntry,
  columns: readonly FittedColumn<Name>[],
  width: number,
  selected: boolean,
): Line {
  return tableRow(columns, width, selected, (name, room) => cell(entry, name, room));
}

function cell({ name: file, summary }: PolicyEntry, name: Name, width: number): Span {
  // Paths differ mostly at their ends, so the middle is cut.
  if (name === "name") return span(truncate(visible(file), width, { where: "middle" }));
  if (summary === null) return span(name === "verdict" ? v`⋯` : v``, "muted");
  const { verdict, errors, warnings, regime, covered, minimum, slack, clauses, reviewed } = summary;
  switch (name) {
    case "verdict":
      return span(verdictLooks[verdict][0], verdictLooks[verdict][1]);
    case "regime":
      return span(truncate(v`${regime ?? (verdict === "unreadable" ? "unreadable" : "")}`, width), "muted");
    case "errors":
      return span(errors === 0 ? v`·` : v`${count(errors)} ✗`, errors === 0 ? "muted" : "error");
    case "warnings":
      return span(warnings === 0 ? v`·` : v`${count(warnings)} ▲`, warnings === 0 ? "muted" : "warn");
    case "coverage":
      if (verdict === "unreadable") return span(v``);
      return span(v`${covered}/${minimum ?? "?"}`, slack !== null && slack < 0 ? "error" : "plain");
    case "reviewed":
      if (summary.reviewProblem !== null) return span(v`✗ error`, "error");
      return span(clauses === 0 ? v`` : v`${reviewed}/${clauses}`, reviewed === clauses ? "ok" : "muted");
  }
}
