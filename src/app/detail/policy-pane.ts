import type { Line } from "../../text/line.ts";
import { type DocumentRows, documentRows } from "../policies/policies-layout.ts";
import type { PolicyPage } from "../policies/policy-page.ts";
import type { PoliciesState } from "../state/policies-state.ts";
import { cellLines } from "./cell-lines.ts";
import { findingLines } from "./finding-lines.ts";
import { summaryLines } from "./summary-lines.ts";

/** From so many columns on, what a policy says of itself stands beside its findings or the explained cell. */
const splitColumns = 104;

/** What is to be read below the matrix, and how far it is scrolled. */
export interface PolicyPaneText {
  readonly lines: readonly Line[];
  /** The first line drawn; at most `last`. */
  readonly top: number;
  /** How far it can be scrolled. */
  readonly last: number;
  readonly columns: number;
  /** Beside it; null: there is no room, or it is the pane itself. */
  readonly summary: readonly Line[] | null;
  readonly summaryColumns: number;
  readonly rows: DocumentRows;
}

/** Lays out what stands below the matrix of a page, in a document of this size. */
export function policyPane(
  policies: Pick<PoliciesState, "pane" | "paneTop" | "cell" | "finding">,
  page: PolicyPage,
  columns: number,
  rows: number,
): PolicyPaneText {
  const { pane, paneTop, cell } = policies;
  const isSplit = columns >= splitColumns && pane !== "summary" && page.facts !== null;
  const paneColumns = isSplit ? Math.floor(columns * 0.57) : columns;
  const summaryColumns = isSplit ? columns - paneColumns - 3 : 0;
  const summary = isSplit ? summaryLines(page, summaryColumns) : null;
  const row = Math.max(0, Math.min(cell.row, page.clauses.length - 1));
  const finding = Math.max(0, Math.min(policies.finding, page.findings.length - 1));
  const found = pane === "findings" ? findingLines(page, finding, paneColumns) : null;
  const [from, to] = found?.selected ?? [0, 0];
  const lines =
    found?.lines ??
    (pane === "cell" ? cellLines(page, row, cell.column, paneColumns) : summaryLines(page, paneColumns));
  const wanted = found === null ? lines.length : Math.min(lines.length, to - from + 1);
  const shared = documentRows(page, rows, Math.max(wanted, Math.min(summary?.length ?? 0, 8)));
  const last = Math.max(0, lines.length - shared.pane);
  // The selected finding is in sight, its head above all; from there one scrolls.
  const start = found === null ? 0 : Math.max(0, Math.min(from, Math.max(0, to - shared.pane)));
  const first = Math.min(to - from > shared.pane ? from : start, last);
  return {
    lines,
    top: Math.min(first + paneTop, last),
    last: last - first,
    columns: paneColumns,
    summary,
    summaryColumns,
    rows: shared,
  };
}
