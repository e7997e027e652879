import type { Line, Span } from "../../../text/line.ts";
import { cutLine, line, lineWidth, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { positionOf } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { PaneContent } from "../../../tui/screen.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { viewerPane } from "../../../tui/viewer/viewer-pane.ts";
import { matrixRows } from "../layout.ts";
import type { PolicyPage } from "../page/policy-page.ts";
import { sourceViewer } from "../source/source-viewer.ts";
import type { PolicyPane } from "../state.ts";
import { policyPanes, selectedPolicy, policiesSlice } from "../state.ts";
import { detailText } from "./detail-text.ts";
import { linearMatrix } from "./linear-matrix.ts";
import {
  coverageLine,
  layoutMatrix,
  legendText,
  matrixHead,
  type MatrixLayout,
  matrixRow,
} from "./matrix-lines.ts";

/** Columns of a pane from which the names of all texts fit beside a position. */
const roomyColumns = 50;
/** Columns of the border around its title, and around the legend behind a position. */
const aroundTitle = 4;
const aroundLegend = 7;

/** Draws the matrix of a policy, with its header in the border. */
export function matrixPane(state: AppState, page: PolicyPage, size: Size): PaneContent {
  const { columns } = size;
  const { clauses, hasCoverage } = matrixRows(page, size);
  const title = titleSpans(state, page, columns - aroundTitle);
  if (page.clauses.length === 0) {
    return { title, lines: [line(span(v`  No readable clauses.`, "muted"))] };
  }
  const { cell } = policiesSlice.get(state);
  const top = matrixTop(state, page, size);
  if (windowSlice.get(state).isLinear) return { title, lines: linearMatrix(page, cell, top, clauses) };
  const placed = layoutMatrix(page, columns, cell.column);
  const position = positionOf(top, clauses, page.clauses.length);
  const legend = legendText(columns - position.length - aroundLegend);
  return {
    title,
    lines: [
      matrixHead(placed, "clause"),
      ...clauseRows(state, page, placed, top, clauses),
      ...(hasCoverage ? [coverageLine(page, placed)] : []),
    ],
    position,
    ...(legend === "" ? {} : { foot: [span(legend, "muted")] }),
  };
}

/** Returns the index of the first visible clause: the selected one is centered, except near the ends. */
export function matrixTop(state: AppState, page: PolicyPage, size: Size): number {
  const { clauses } = matrixRows(page, size);
  const row = Math.min(policiesSlice.get(state).cell.row, page.clauses.length - 1);
  return Math.max(0, Math.min(row - Math.floor(clauses / 2), page.clauses.length - clauses));
}

function clauseRows(
  state: AppState,
  { clauses }: PolicyPage,
  placed: MatrixLayout,
  top: number,
  rows: number,
): readonly Line[] {
  const { cell, focus } = policiesSlice.get(state);
  const row = Math.min(cell.row, clauses.length - 1);
  return clauses
    .slice(top, top + rows)
    .map((clause, index) =>
      matrixRow(
        clause,
        placed,
        top + index === row ? { column: cell.column, isFocused: focus !== "list" } : null,
      ),
    );
}

/** Draws the findings, the cell, the summary or the source, with their names in the border. */
export function detailPane(state: AppState, page: PolicyPage, size: Size, registry: Registry): PaneContent {
  const { pane, focus } = policiesSlice.get(state);
  const title = paneNames(pane, page, size);
  if (pane === "source") return viewerPane({ title }, sourceViewer(state), focus === "detail");
  const { lines, top } = detailText(policiesSlice.get(state), page, size, registry, shownZone(state));
  return {
    title,
    lines: lines.slice(top, top + size.rows),
    position: positionOf(top, size.rows, lines.length),
  };
}

/**
 * Returns `healthcare · HIPAA/HITECH · US-Federal · effective 2026-01-01`, or the file name without such fields,
 * and the result. Fields that do not fit before the result are omitted.
 */
function titleSpans(state: AppState, { facts, summary }: PolicyPage, width: number): readonly Span[] {
  const name = selectedPolicy(policiesSlice.get(state))?.name ?? "";
  const date = facts?.effectiveDate ?? null;
  const known = [
    facts?.vertical ?? null,
    facts?.regime ?? null,
    facts?.jurisdiction ?? null,
    date === null ? null : `effective ${date}`,
  ].filter((part) => part !== null);
  const right = resultSpans(summary);
  const room = width - lineWidth({ spans: right });
  const [first = name, ...more] = known.length === 0 ? [name] : known;
  const words = more.reduce((shown, part) => {
    const longer = `${shown} · ${part}`;
    return displayWidth(v`${longer}`) <= room ? longer : shown;
  }, first);
  return [...cutLine(line(span(v`${words}`)), Math.max(1, room)).spans, ...right];
}

function resultSpans({
  verdict,
  errors,
  warnings,
  clauses,
  reviewed,
  reviewProblem,
}: PolicyPage["summary"]): Span[] {
  const found: Span[] = [];
  if (errors > 0) found.push(span(v`  ✗ ${plural(errors, "error")}`, "error"));
  if (warnings > 0) found.push(span(v`  ▲ ${plural(warnings, "warning")}`, "warn"));
  if (verdict === "valid") found.push(span(v`  ✓ valid`, "ok"));
  if (reviewProblem !== null) found.push(span(v`  ✗ review unreadable`, "error"));
  else if (clauses > 0) found.push(span(v`  reviewed ${reviewed}/${clauses}`, "muted"));
  return found;
}

/** Returns the names of the texts; only that of the visible one where the position needs the room. */
function paneNames(pane: PolicyPane, page: PolicyPage, { columns }: Size): readonly Span[] {
  const titles: Record<PolicyPane, string> = {
    findings: `Findings ${count(page.summary.errors + page.summary.warnings)}`,
    cell: "Cell",
    summary: "Summary",
    source: "Source",
  };
  if (columns < roomyColumns) {
    return [
      span(v`[${titles[pane]}]`),
      span(v` ${policyPanes.indexOf(pane) + 1} of ${policyPanes.length}`, "muted"),
    ];
  }
  return policyPanes.flatMap((name, index) => [
    ...(index === 0 ? [] : [span(v` `)]),
    {
      ...(name === pane ? span(v`[${titles[name]}]`) : span(v`${titles[name]}`, "muted")),
      click: { command: "policy.show-tab", argument: name },
    },
  ]);
}
