import { isGeneralRow, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { Line } from "../../../text/line.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { isStateShown } from "../layout.ts";
import { findingLines } from "../lines/finding-lines.ts";
import { selectedChange } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { axisLines } from "./axis-lines.ts";
import { cellLines } from "./cell-lines.ts";
import { diffLines } from "./diff-lines.ts";
import { generalLines } from "./general-lines.ts";
import { stateLines, summaryLines } from "./state-lines.ts";

/** Text below the matrix and its scroll position. */
export interface DetailText {
  readonly lines: readonly Line[];
  /** Index of the first visible line. */
  readonly top: number;
  /** Maximum `paneTop`. */
  readonly last: number;
}

/**
 * Lays out the findings, cell, axis, general provisions, changes or summary. The summary contains the state unless a
 * pane shows it.
 */
export function detailText(
  state: AppState,
  page: PolicyPage,
  { columns, rows }: Size,
  registry: Registry,
): DetailText {
  const policies = policiesSlice.get(state);
  const { pane, paneTop, cell } = policies;
  const finding = Math.max(0, Math.min(policies.finding, page.findings.length - 1));
  const found =
    pane === "findings"
      ? findingLines(page, finding, columns, registry)
      : pane === "diff"
        ? diffLines(page.compared, selectedChange(policies) ?? "none", columns)
        : null;
  const [from, to] = found?.selected ?? [0, 0];
  const textOf = () => {
    if (pane !== "cell")
      return [
        ...(isStateShown(state) ? [] : stateLines(state, page, columns)),
        ...summaryLines(page, columns),
      ];
    if (cell.row < 0) return axisLines(page, cell.column, columns);
    if (page.general !== null && isGeneralRow(page, cell.row))
      return generalLines(page, page.general, columns, shownZone(state));
    return cellLines(page, cell.row, cell.column, columns, shownZone(state));
  };
  const lines = found?.lines ?? textOf();
  const last = Math.max(0, lines.length - rows);
  // `paneTop` counts from a line that shows the whole selected item, or its start.
  const start = found === null ? 0 : Math.max(0, Math.min(from, Math.max(0, to - rows)));
  const first = Math.min(to - from > rows ? from : start, last);
  return { lines, top: Math.min(first + paneTop, last), last: last - first };
}
