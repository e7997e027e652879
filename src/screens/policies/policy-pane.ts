import type { Line } from "../../text/line.ts";
import type { Registry } from "../../tui/registry.ts";
import { cellLines } from "./cell-lines.ts";
import { findingLines } from "./finding-lines.ts";
import { type DocumentRows, documentRows } from "./layout.ts";
import type { PolicyPage } from "./page/policy-page.ts";
import type { PoliciesState } from "./state.ts";
import { summaryLines } from "./summary-lines.ts";

/** Minimum columns to show the summary beside the findings or the cell. */
const splitColumns = 104;

/** Text below the matrix and its scroll position. */
export interface PolicyPaneText {
  readonly lines: readonly Line[];
  /** Index of the first visible line. */
  readonly top: number;
  /** Maximum `paneTop`. */
  readonly last: number;
  readonly columns: number;
  /** Summary beside the pane; null if it does not fit, is the pane itself, or the document is unreadable. */
  readonly summary: readonly Line[] | null;
  readonly summaryColumns: number;
  readonly rows: DocumentRows;
}

/** Lays out the text below the matrix for a document of this size. */
export function policyPane(
  policies: Pick<PoliciesState, "pane" | "paneTop" | "cell" | "finding">,
  page: PolicyPage,
  columns: number,
  rows: number,
  registry: Registry,
): PolicyPaneText {
  const { pane, paneTop, cell } = policies;
  const isSplit = columns >= splitColumns && pane !== "summary" && page.facts !== null;
  const paneColumns = isSplit ? Math.floor(columns * 0.57) : columns;
  const summaryColumns = isSplit ? columns - paneColumns - 3 : 0;
  const summary = isSplit ? summaryLines(page, summaryColumns) : null;
  const row = Math.max(0, Math.min(cell.row, page.clauses.length - 1));
  const finding = Math.max(0, Math.min(policies.finding, page.findings.length - 1));
  const found = pane === "findings" ? findingLines(page, finding, paneColumns, registry) : null;
  const [from, to] = found?.selected ?? [0, 0];
  const lines =
    found?.lines ??
    (pane === "cell" ? cellLines(page, row, cell.column, paneColumns) : summaryLines(page, paneColumns));
  const wanted = found === null ? lines.length : Math.min(lines.length, to - from + 1);
  const shared = documentRows(page, rows, Math.max(wanted, Math.min(summary?.length ?? 0, 8)));
  const last = Math.max(0, lines.length - shared.pane);
  // `paneTop` counts from a line that shows the whole selected finding, or its start if it does not fit.
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
