import type { TimeZone } from "../../../text/clock-time.ts";
import type { Line } from "../../../text/line.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { Size } from "../../../tui/state/window.ts";
import type { PolicyPage } from "../page/policy-page.ts";
import type { PoliciesState } from "../state.ts";
import { cellLines } from "./cell-lines.ts";
import { findingLines } from "./finding-lines.ts";
import { summaryLines } from "./summary-lines.ts";

/** Text below the matrix and its scroll position. */
export interface DetailText {
  readonly lines: readonly Line[];
  /** Index of the first visible line. */
  readonly top: number;
  /** Maximum `paneTop`. */
  readonly last: number;
}

/** Lays out the findings, the cell or the summary. */
export function detailText(
  policies: Pick<PoliciesState, "pane" | "paneTop" | "cell" | "finding">,
  page: PolicyPage,
  { columns, rows }: Size,
  registry: Registry,
  zone: TimeZone,
): DetailText {
  const { pane, paneTop, cell } = policies;
  const row = Math.max(0, Math.min(cell.row, page.clauses.length - 1));
  const finding = Math.max(0, Math.min(policies.finding, page.findings.length - 1));
  const found = pane === "findings" ? findingLines(page, finding, columns, registry) : null;
  const [from, to] = found?.selected ?? [0, 0];
  const lines =
    found?.lines ??
    (pane === "cell" ? cellLines(page, row, cell.column, columns, zone) : summaryLines(page, columns));
  const last = Math.max(0, lines.length - rows);
  // `paneTop` counts from a line that shows the whole selected finding, or its start if it does not fit.
  const start = found === null ? 0 : Math.max(0, Math.min(from, Math.max(0, to - rows)));
  const first = Math.min(to - from > rows ? from : start, last);
  return { lines, top: Math.min(first + paneTop, last), last: last - first };
}
