import { policyTable } from "../../../tables/policies.ts";
import type { Line } from "../../../text/line.ts";
import { blank, line, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { noMatch } from "../../../tui/components/no-match.ts";
import { fitTable, tableLines } from "../../../tui/components/table.ts";
import { textFilterLine } from "../../../tui/components/text-filter-line.ts";
import { keepInView, positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { PaneContent } from "../../../tui/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { isFiltered } from "../../../tui/text-filter.ts";
import { hasTopLine, listRows } from "../layout.ts";
import { listedFiles, policiesSlice, policiesView, shownFiles } from "../state.ts";

/** Draws the directory, or the filter while it is edited or set. */
function topLine(state: AppState, width: number): { readonly line: Line; readonly caret: number | null } {
  const policies = policiesSlice.get(state);
  if (isFiltered(policies)) {
    return textFilterLine(
      policies,
      { shown: shownFiles(policies).length, total: policies.files.length },
      width,
    );
  }
  const { folder } = policies;
  const path = visible(folder?.path ?? "");
  const text = folder?.isShipped === true ? v`ten bundled examples; open yours with --policies DIR` : path;
  const where = folder?.isShipped === true ? "end" : "middle";
  return { line: line(span(v` ${truncate(text, Math.max(1, width - 2), { where })}`, "muted")), caret: null };
}

/** Draws the list of policies. */
export function listPane(state: AppState, { columns: width }: Size, registry: Registry): PaneContent {
  const title = [span(v`Policies`)];
  const head = topLine(state, width);
  const above = hasTopLine(state) ? [head.line] : [];
  const cursor = head.caret === null ? null : { x: head.caret, y: 0 };
  const shown = listedFiles(state);
  if (shown.length === 0) return { title, lines: [...above, ...emptyList(state, width, registry)], cursor };
  const rows = listRows(state);
  const table = fitTable(state, policyTable, shown, undefined, width);
  const view = keepInView(policiesView(state), shown.length, rows);
  return {
    title,
    lines: [...above, ...tableLines(table, shown, view, rows)],
    position: positionOf(view.top, rows, shown.length),
    cursor,
  };
}

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  const policies = policiesSlice.get(state);
  const { folder, files, loadedAtMs, problem } = policies;
  if (files.length > 0) {
    return noMatch("policies", "policies.clear-filter", width, registry);
  }
  if (problem !== null) {
    return [
      blank,
      ...wrapWords(span(v`  ✗ ${folder?.path ?? ""} cannot be read (${problem}).`, "error"), width, 4),
    ];
  }
  if (loadedAtMs === null) return [blank, line(span(v`  Loading policies…`, "muted"))];
  const how = v`  A policy is a .yaml, .yml or .json file. Run hooklens policy new --vertical healthcare to create one.`;
  return [blank, line(span(v`  No policies yet.`)), ...wrapWords(span(how, "muted"), width, 2)];
}
