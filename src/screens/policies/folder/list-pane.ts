import { policyTable, verdictSpan } from "../../../tables/policies.ts";
import type { Line, Span } from "../../../text/line.ts";
import { blank, fitLine, line, lineWidth, selectedLine, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { noMatch } from "../../../tui/components/no-match.ts";
import { fitTable, tableHead, tableRow } from "../../../tui/components/table.ts";
import { textFilterLine } from "../../../tui/components/text-filter-line.ts";
import { keepInView, positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { PaneContent } from "../../../tui/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { isFiltered } from "../../../tui/text-filter.ts";
import { hasTopLine, listRows } from "../layout.ts";
import { policiesSlice, shownFiles } from "../state.ts";
import { heatHead, heatLegend, heatRow, heatSentence, layoutHeat } from "./heat-map.ts";
import { type FolderHeading, folderRows, type FolderRow, folderView } from "./rows.ts";
import { folderSlice } from "./state.ts";

/** Columns of the border around the legend behind a position. */
const aroundLegend = 7;

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
  const gone = v`✗ deleted since HEAD: ${policies.deleted.join(", ")}`;
  const lost =
    policies.deleted.length === 0 ? [] : [span(v` ${truncate(gone, Math.max(1, width - 2))}`, "error")];
  const room = width - 2 - lineWidth({ spans: lost });
  const shown = room < 1 ? [] : [span(v` ${truncate(text, room, { where })}`, "muted")];
  return { line: line(...lost, ...shown), caret: null };
}

/** Draws the list of policies, or their heat map. */
export function listPane(state: AppState, { columns: width }: Size, registry: Registry): PaneContent {
  const { isHeatMap } = folderSlice.get(state);
  const title = viewNames(isHeatMap);
  const head = topLine(state, width);
  const above = hasTopLine(state) ? [head.line] : [];
  const cursor = head.caret === null ? null : { x: head.caret, y: 0 };
  const all = folderRows(state);
  if (all.length === 0) return { title, lines: [...above, ...emptyList(state, width, registry)], cursor };
  const rows = listRows(state);
  const view = keepInView(folderView(state), all.length, rows);
  const drawn = isHeatMap ? heatDrawing(state, all, width) : tableDrawing(state, all, width);
  const lines = all
    .slice(view.top, view.top + rows)
    .map((row, index) => drawn.row(row, view.top + index === view.selected));
  const position = positionOf(view.top, rows, all.length);
  const legend = isHeatMap ? heatLegend(width - position.length - aroundLegend) : v``;
  return {
    title,
    lines: [...above, drawn.head, ...lines],
    position,
    ...(legend === "" ? {} : { foot: [span(legend, "muted")] }),
    cursor,
  };
}

/** Names the views of the list, each of which a click shows. */
function viewNames(isHeatMap: boolean): readonly Span[] {
  const other = { click: { command: "policies.heat-map" } };
  return isHeatMap
    ? [{ ...span(v`Policies`, "muted"), ...other }, span(v` [Heat map]`)]
    : [span(v`[Policies]`), { ...span(v` Heat map`, "muted"), ...other }];
}

/** Line above the rows, and how to draw one of them. */
interface RowDrawing {
  readonly head: Line;
  row(row: FolderRow, isSelected: boolean): Line;
}

function tableDrawing(state: AppState, all: readonly FolderRow[], width: number): RowDrawing {
  const { isLinear } = windowSlice.get(state);
  const table = fitTable(state, policyTable, filesOf(all), undefined, width);
  return {
    head: tableHead(table),
    row: (row, isSelected) =>
      row.kind === "heading"
        ? headingLine(row.heading, isSelected, isLinear, width)
        : tableRow(table, row.shown, isSelected),
  };
}

function heatDrawing(state: AppState, all: readonly FolderRow[], width: number): RowDrawing {
  const { isLinear } = windowSlice.get(state);
  const layout = layoutHeat(
    width,
    filesOf(all).map(({ name }) => name),
  );
  return {
    head: isLinear ? blank : heatHead(layout, v`policy`),
    row(row, isSelected) {
      if (row.kind === "heading") return headingLine(row.heading, isSelected, isLinear, width);
      if (!isLinear) return heatRow(row.shown, layout, verdictSpan(row.file.summary), isSelected);
      return { spans: [span(heatSentence(row.file))], role: isSelected ? "selected" : "row" };
    },
  };
}

/** Last files of each list of rows, so that equal rows are measured once. */
const files = new WeakMap<readonly FolderRow[], readonly Extract<FolderRow, { kind: "file" }>["shown"][]>();

function filesOf(rows: readonly FolderRow[]) {
  const known = files.get(rows) ?? rows.flatMap((row) => (row.kind === "file" ? [row.shown] : []));
  files.set(rows, known);
  return known;
}

/** Draws `▾ eu/north  4 policies  1 ✗  2 ▲  12/30`. */
function headingLine(
  { folder, isFolded, files: own }: FolderHeading,
  isSelected: boolean,
  isLinear: boolean,
  width: number,
): Line {
  const verdicts = own.map(({ summary }) => summary?.verdict ?? null);
  const failing = verdicts.filter((verdict) => verdict === "errors" || verdict === "unreadable").length;
  const warned = verdicts.filter((verdict) => verdict === "warnings").length;
  const name = folder === "." ? "this directory" : folder;
  if (isLinear) {
    const parts = [
      plural(own.length, "policy", "policies"),
      ...(failing > 0 ? [`${failing} with errors`] : []),
      ...(warned > 0 ? [`${warned} with warnings`] : []),
      isFolded ? "folded" : "unfolded",
    ];
    return {
      spans: [span(v`directory ${name}: ${parts.join(", ")}`)],
      role: isSelected ? "selected" : "row",
    };
  }
  const counts = [
    span(v`  ${plural(own.length, "policy", "policies")}`, "muted"),
    ...(failing > 0 ? [span(v`  ${count(failing)} ✗`, "error")] : []),
    ...(warned > 0 ? [span(v`  ${count(warned)} ▲`, "warn")] : []),
  ];
  const room = Math.max(1, width - 4 - counts.reduce((sum, { text }) => sum + text.length, 0));
  const shown = truncate(visible(name), room, { where: "middle" });
  const row = fitLine(
    line(span(isSelected ? v`❯ ` : v`  `), span(isFolded ? v`▸ ` : v`▾ `), span(shown, "strong"), ...counts),
    width,
  );
  return isSelected ? selectedLine(row) : { ...row, role: "row" };
}

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  const policies = policiesSlice.get(state);
  const { folder, files: known, loadedAtMs, problem } = policies;
  if (known.length > 0) {
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
