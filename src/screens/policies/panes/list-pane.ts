import { head } from "../../../policy-service/policy-page.ts";
import { openKinds } from "../../../policy/open-items.ts";
import { signs } from "../../../policy/signs.ts";
import type { PolicyRow } from "../../../tables/policies.ts";
import { type ListedKind, listedKinds, openCounts } from "../../../tables/policy-open-items.ts";
import {
  blank,
  dimmedLine,
  fitLine,
  type Line,
  line,
  selectedLine,
  type Span,
  span,
} from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { count, plural } from "../../../text/numbers.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, type Visible, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { noMatch } from "../../../tui/components/no-match.ts";
import { covered, suggestionRows } from "../../../tui/components/suggestion-rows.ts";
import { fitTable, tableHead, tableRow } from "../../../tui/components/table.ts";
import { textFilterLine } from "../../../tui/components/text-filter-line.ts";
import { keepInView, positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import { sortText } from "../../../tui/sorted.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sortOf } from "../../../tui/state/sorts.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { filterProblem, isFiltered } from "../../../tui/text-filter.ts";
import { hasTopLine, listRows } from "../layout.ts";
import { heatHead, heatLegend, heatRow, heatSentence, layoutHeat } from "../list/heat-map.ts";
import { type FolderHeading, type FolderRow, folderRows, folderView } from "../list/rows.ts";
import { openStates } from "../list/suggestions.ts";
import { baselineTable, listTable } from "../list/table.ts";
import { reasonLines } from "../matrix/open-item-lines.ts";
import { stateNames, unknownState } from "../select/filter.ts";
import { allPolicies, shownFiles } from "../select/selection.ts";
import { folderSlice } from "../state/list.ts";
import { policiesSlice } from "../state/policies.ts";

/** Columns of the border around the legend behind a position. */
const aroundLegend = 7;

/** Draws the directory, or the filter while it is edited or set. */
function topLine(state: AppState, width: number): { readonly line: Line; readonly caret: number | null } {
  const policies = policiesSlice.get(state);
  if (isFiltered(policies)) {
    return textFilterLine(
      policies,
      {
        shown: shownFiles(policies).length,
        total: allPolicies(policies).length,
        example: v`eu -draft is:weakened -is:approved`,
      },
      width,
    );
  }
  const { folder } = policies;
  const path = visible(folder?.path ?? "");
  const text = folder?.isShipped === true ? v`ten bundled examples; open yours with --policies DIR` : path;
  const where = folder?.isShipped === true ? "end" : "middle";
  const shown = truncate(text, Math.max(1, width - 2), { where });
  return { line: line(span(v` ${shown}`, "muted")), caret: null };
}

/** Draws the list of policies, or their heat map. */
export function listPane(state: AppState, { columns: width }: Size, registry: Registry): PaneContent {
  const { isHeatMap } = folderSlice.get(state);
  const first = topLine(state, width);
  const above = hasTopLine(state) ? [first.line] : [];
  const cursor = first.caret === null ? null : { x: first.caret, y: 0 };
  const all = folderRows(state);
  const rows = listRows(state);
  const put = (body: readonly Line[]) => [...above, ...covered(body, 0, stateRows(state, width, rows))];
  if (all.length === 0) {
    return { title: viewNames(state, null, width), lines: put(emptyList(state, width, registry)), cursor };
  }
  const view = keepInView(folderView(state), all.length, rows);
  const drawn = isHeatMap ? heatDrawing(state, all, width) : tableDrawing(state, all, width);
  const lines = all
    .slice(view.top, view.top + rows)
    .map((row, index) => drawn.row(row, view.top + index === view.selected));
  const position = positionOf(view.top, rows, all.length);
  const legend = isHeatMap
    ? heatLegend(width - position.length - aroundLegend, policiesSlice.get(state).baseline)
    : v``;
  return {
    title: viewNames(state, drawn.order, width),
    lines: put([drawn.head, ...lines, ...reasonLines(state, { columns: width, rows: rows - lines.length })]),
    position,
    ...(legend === "" ? {} : { foot: [span(legend, "muted")] }),
    cursor,
  };
}

/**
 * Names the views of the list, each clickable, and a baseline other than HEAD; by default, the commits that the
 * baseline hides.
 * @param order words for an order not shown in a column title, or null
 */
function viewNames(state: AppState, order: Visible | null, width: number): readonly Span[] {
  const other = { click: { command: "policies.heat-map" } };
  const { baseline, folder } = policiesSlice.get(state);
  const isUsual = baseline === head.name && (folder?.baseline ?? head.name) === head.name;
  const { unmerged, isHeatMap } = folderSlice.get(state);
  const compared = !isUsual
    ? [`compared with ${baseline}`]
    : unmerged === null
      ? []
      : [`${plural(unmerged.count, "commit")} not in ${unmerged.branch}`];
  const words = [...compared, ...(order === null ? [] : [order])];
  const others = words.map((text) => span(v` · ${text}`, "accent"));
  return isHeatMap
    ? [
        { ...span(v`Policies`, "muted"), ...other },
        span(width < 60 || compared.length > 0 ? v` [Heat map]` : v` [Heat map of mandatory weights]`),
        ...others,
      ]
    : [span(v`[Policies]`), { ...span(v` Heat map`, "muted"), ...other }, ...others];
}

/** Draws the states that the edited filter may be completed to. */
function stateRows(state: AppState, width: number, rows: number): readonly Line[] {
  const list = openStates(state);
  return list === null ? [] : suggestionRows(list, { width, indent: Math.min(11, width >> 1), rows }).rows;
}

/** Line above the rows, and a function that draws a row. */
interface RowDrawing {
  readonly head: Line;
  /** Words for an order that the titles do not show; null for none. */
  readonly order: Visible | null;
  row(row: FolderRow, isSelected: boolean): Line;
}

function tableDrawing(state: AppState, all: readonly FolderRow[], width: number): RowDrawing {
  const { isLinear } = windowSlice.get(state);
  const titled = baselineTable(state);
  // Fitted to all policies: no column moves while typing a filter.
  const fitted = folderSlice.get(state).isGrouped ? filesOf(all) : allPolicies(policiesSlice.get(state));
  const table = fitTable(state, titled, fitted, undefined, width);
  const sorted = sortOf(state, titled.name)?.column;
  return {
    head: tableHead(table),
    order: table.columns.some(({ name }) => name === sorted) ? null : sortText(state, titled),
    row(row, isSelected) {
      if (row.kind === "heading") return headingLine(row.heading, isSelected, isLinear, width);
      const drawn = tableRow(table, row.shown, isSelected);
      return row.file.isDeleted === true ? dimmedLine(drawn) : drawn;
    },
  };
}

function heatDrawing(state: AppState, all: readonly FolderRow[], width: number): RowDrawing {
  const { isLinear } = windowSlice.get(state);
  const { baseline } = policiesSlice.get(state);
  const table = baselineTable(state);
  const names = filesOf(all).map(({ name }) => name);
  const layout = layoutHeat(width, names, table);
  const order = sortText(state, listTable(state));
  const sort = sortOf(state, table.name);
  return {
    head: isLinear ? line(span(order ?? v`usual order`, "muted")) : heatHead(layout, sort),
    order: layout.others.length === 0 && sort?.column === "strength" ? order : null,
    row(row, isSelected) {
      if (row.kind === "heading") return headingLine(row.heading, isSelected, isLinear, width);
      if (!isLinear) return heatRow(row.shown, layout, isSelected);
      return { spans: [span(heatSentence(row.file, baseline))], role: isSelected ? "selected" : "row" };
    },
  };
}

/** Files of the rows, measured once. */
const filesOf = memo((rows: readonly FolderRow[]) =>
  rows.flatMap((row) => (row.kind === "file" ? [row.shown] : [])),
);

function emptyList(state: AppState, width: number, registry: Registry): readonly Line[] {
  const policies = policiesSlice.get(state);
  const { folder, loadedAtMs, problem } = policies;
  const known = allPolicies(policies);
  const unknown = unknownState(policies);
  if (unknown !== null) {
    const text = v`  ${unknown} is unknown (is: takes ${stateNames.join(" ")})`;
    return wrapWords(span(text, "error"), width, 2);
  }
  if (known.length > 0) {
    return noMatch("policies", "policies.clear-filter", width, registry, filterProblem(policies));
  }
  if (problem !== null) {
    return [
      blank,
      ...wrapWords(
        span(v`  ${signs.error} ${folder?.path ?? ""} cannot be read (${problem}).`, "error"),
        width,
        4,
      ),
    ];
  }
  if (loadedAtMs === null) return [blank, line(span(v`  Loading policies…`, "muted"))];
  const how = v`  A policy is a .yaml, .yml or .json file. Run hooklens policy new --vertical healthcare to create one.`;
  return [blank, line(span(v`  No policies yet.`)), ...wrapWords(span(how, "muted"), width, 2)];
}

/** Counts in a heading: open items in words; the first one gives sign and tone. */
interface CountedItems {
  readonly kinds: readonly [ListedKind, ...ListedKind[]];
  readonly words: string;
  /** Word in place of the sign. */
  readonly name?: string;
}

const counted: readonly CountedItems[] = [
  { kinds: ["errors", "unreadable"], words: "with errors" },
  { kinds: ["deleted"], words: "deleted", name: "deleted" },
  { kinds: ["weakened"], words: "weakened" },
  { kinds: ["flagged", "review-unreadable"], words: "flagged" },
  { kinds: ["reopened"], words: "edited" },
  { kinds: ["seal-changed", "seal-broken"], words: "not as sealed", name: "seal" },
  { kinds: ["warnings"], words: "with warnings" },
];

/** Draws `▾ eu/north/ 4 policies 1 ✗ 2 ▼ 1 ⚑`: the number of policies per kind of open item. */
function headingLine(
  { folder, isFolded, files }: FolderHeading,
  isSelected: boolean,
  isLinear: boolean,
  width: number,
): Line {
  const found = needsIn(files);
  const present = files.filter(({ isDeleted }) => isDeleted !== true).length;
  const policies = plural(present, "policy", "policies");
  const name = folder === "." ? "this directory" : `${folder}/`;
  if (isLinear) {
    const parts = [
      policies,
      ...found.map(({ words, policies: number }) => `${count(number)} ${words}`),
      isFolded ? "folded" : "unfolded",
    ];
    const text = v`directory ${folder === "." ? name : folder}: ${parts.join(", ")}`;
    return { spans: [span(text)], role: isSelected ? "selected" : "row" };
  }
  const counts = [
    span(v`  ${policies} `, "muted"),
    ...found.map(({ sign, tone, policies: number }) => span(v` ${count(number)} ${sign}`, tone)),
  ];
  const room = Math.max(1, width - 4 - counts.reduce((sum, { text }) => sum + text.length, 0));
  const shown = truncate(visible(name), room, { where: "middle" });
  const row = fitLine(
    line(span(isSelected ? v`❯ ` : v`  `), span(isFolded ? v`▸ ` : v`▾ `), span(shown, "strong"), ...counts),
    width,
  );
  return isSelected ? selectedLine(row) : { ...row, role: "row" };
}

/** Returns the counts of a heading without zeros. */
function needsIn(files: readonly PolicyRow[]) {
  const counts = files.map((file) => openCounts(file) ?? []);
  return counted.flatMap(({ kinds, words, name }) => {
    const indexes = kinds.map((kind) => listedKinds.indexOf(kind));
    const policies = counts.filter((each) => indexes.some((index) => (each[index] ?? 0) > 0)).length;
    const { glyph, tone } = openKinds[kinds[0]];
    return policies === 0 ? [] : [{ sign: name ?? glyph, words, tone, policies }];
  });
}
