import { head, type PageClause, type PolicyPage } from "../../../policy-service/policy-page.ts";
import { signs } from "../../../policy/signs.ts";
import { policyTable } from "../../../tables/policies.ts";
import { sealStyles } from "../../../tables/seal-styles.ts";
import { type Line, type Span, blank, cutLine, line, lineWidth, span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { plural } from "../../../text/numbers.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible, type Visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { hasFewRows, isPaneShown } from "../../../tui/layout.ts";
import { positionOf } from "../../../tui/list.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { policiesArrangement } from "../layout.ts";
import { noClauseLines } from "../lines/finding-lines.ts";
import { isBaseline, sinceText } from "../select/changes.ts";
import type { MatrixRow } from "../select/matrix-order.ts";
import { selectedPolicy } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { cellKey, changedCells } from "../state/what-if.ts";
import { linearMatrix } from "./linear-matrix.ts";
import { matrixHead } from "./matrix-head.ts";
import { layoutMatrix, type MatrixLayout, matrixWindow } from "./matrix-layout.ts";
import { generalRow, categoryRow, matrixRow, removedRow } from "./matrix-row.ts";
import {
  coverageForms,
  enforcedRow,
  hasCoverageBeside,
  lacksCoverage,
  mandatoryRow,
  totalRow,
} from "./matrix-sums.ts";

/** Columns of the border around its title, and around the legend behind other texts. */
const aroundTitle = 4;
const aroundLegend = 7;
/** Minimum columns of a version's start in the title; fewer are useless. */
const leastSince = 12;

/** Draws the matrix of a policy, with its header in the border. */
export function matrixPane(state: AppState, page: PolicyPage, size: Size): PaneContent {
  const { columns } = size;
  const title = titleSpans(state, page, columns - aroundTitle);
  if (page.clauses.length === 0) {
    return { title, lines: noClauseLines(page, columns).slice(0, size.rows) };
  }
  const policies = policiesSlice.get(state);
  if (windowSlice.get(state).isLinear)
    return { title, lines: linearMatrix(policies, page, size, changedCells(state, page)) };
  const { cell, order, focus } = policies;
  const { heads, rows, top, count, more, sums } = matrixWindow(policies, page, size);
  const placed = layoutMatrix(page, columns, cell.column);
  const isFocused = focus !== "list";
  const isBeside = sums >= 2 && hasCoverageBeside(placed);
  // Without a bottom border, the coverage stands in the row of its sum.
  const isInRow = hasFewRows(state) && !isBeside;
  const position = more === null ? positionOf(top, rows.length, count) : v``;
  const shownPosition = rows.length < count || hasFewRows(state) ? position : v``;
  const room = columns - displayWidth(shownPosition) - aroundLegend;
  const coverage = coverageForms(page).find((form) => displayWidth(form) <= room) ?? v``;
  const inFoot = isBeside || isInRow ? [] : [span(coverage, lacksCoverage(page) ? "error" : "plain")];
  const legend = legendText(room - (inFoot.length > 0 ? displayWidth(coverage) + 3 : 0));
  const foot = [
    ...inFoot,
    ...(legend === "" ? [] : [span(v`${inFoot.length > 0 ? " · " : ""}${legend}`, "muted")]),
  ];
  const lines = [
    ...matrixHead(page, placed, order, heads, cell.row < 0 ? { column: cell.column, isFocused } : null),
    ...rows.map((row) => drawnRow(row, state, page, placed)),
    ...(more === null ? [] : [moreLine(more)]),
  ];
  const free = Math.max(0, size.rows - lines.length - sums);
  return {
    title,
    lines: [
      ...lines,
      // The sums stand apart if there is room.
      ...(free > 0 && sums >= 2 ? [blank] : []),
      ...(sums >= 2 ? [enforcedRow(page, placed, { marksSingle: sums < 3 })] : []),
      ...(sums === 0 ? [] : [mandatoryRow(page, placed, { isInRow, isAlone: sums === 1 })]),
      ...(sums === 3 ? [totalRow(page, placed)] : []),
    ],
    position: shownPosition,
    ...(foot.length === 0 ? {} : { foot }),
  };
}

function drawnRow(row: MatrixRow, state: AppState, page: PolicyPage, placed: MatrixLayout): Line {
  if (row.kind === "category") return categoryRow(visible(row.name), row.clauses, placed);
  if (row.kind === "removed") return removedRow(row, page.compared, placed);
  const { cell, focus } = policiesSlice.get(state);
  const selected = row.index === cell.row ? { column: cell.column, isFocused: focus !== "list" } : null;
  const changed = changedCells(state, page);
  if (row.kind === "general") return generalRow(page, placed, selected, changed.has(cellKey(row.index, 0)));
  const clause = page.clauses[row.index];
  return clause === undefined || selected !== null
    ? matrixRow(page, row.index, placed, selected, changed)
    : unselectedRow(clause, page, row.index, placed, changed);
}

const unselectedRow = memo(
  (
    _clause: PageClause,
    page: PolicyPage,
    index: number,
    placed: MatrixLayout,
    changed: ReadonlySet<string>,
  ) => matrixRow(page, index, placed, null, changed),
);

function moreLine({ above, below }: { readonly above: number; readonly below: number }): Line {
  const parts = [...(above > 0 ? [`${above} above`] : []), ...(below > 0 ? [`${below} more`] : [])];
  return line(span(v`   … ${parts.join(" · ")}`, "muted"));
}

/**
 * Returns `healthcare.yaml · HIPAA/HITECH · effective 2026-01-01`, then a compared version other than HEAD and,
 * unless the State pane shows it, the result. Omits fields without room before the result, and cuts the version.
 */
function titleSpans(state: AppState, page: PolicyPage, width: number): readonly Span[] {
  const { facts, summary, compared, baseline } = page;
  const selected = selectedPolicy(policiesSlice.get(state));
  const name = selected?.name ?? "";
  const date = facts?.effectiveDate ?? null;
  const isUsual = selected?.isDeleted === true || (baseline === head.name && isBaseline(page));
  const since = isUsual ? null : sinceText(compared);
  const known = [
    selected?.isDeleted === true ? `deleted since ${baseline}` : null,
    facts?.regime ?? null,
    date === null ? null : `effective ${date}`,
  ];
  const right = isPaneShown(state, policiesArrangement, "state") ? [] : resultSpans({ name, summary });
  const room = width - lineWidth({ spans: right });
  const left = room - displayWidth(visible(name));
  const end = since === null || left < leastSince ? v`` : truncate(v` · ${since}`, left);
  const before = known.reduce<string>((shown, part) => {
    const longer = part === null ? shown : `${shown} · ${part}`;
    return displayWidth(v`${longer}${end}`) <= room ? longer : shown;
  }, name);
  return [...cutLine(line(span(v`${before}${end}`)), Math.max(1, room)).spans, ...right];
}

function sealSpan(standing: PolicyPage["summary"]["seal"]): Span {
  const { glyph, name, tone } = sealStyles[standing];
  return span(v`  ${glyph} ${name}`, tone);
}

function resultSpans({ name, summary }: Pick<PolicyPage, "summary"> & { name: string }): readonly Span[] {
  const { verdict, errors, warnings, parts, approved, reviewProblem, seal } = summary;
  const sinceBaseline = policyTable.columns.head.cell({ name, summary });
  const found: Span[] = [];
  if (errors > 0) found.push(span(v`  ${signs.error} ${plural(errors, "error")}`, "error"));
  if (warnings > 0) found.push(span(v`  ${signs.warning} ${plural(warnings, "warning")}`, "warn"));
  if (verdict === "valid") found.push(span(v`  ${signs.ok} valid`, "ok"));
  if (sinceBaseline.text !== "") found.push({ ...sinceBaseline, text: v`  ${sinceBaseline.text}` });
  if (reviewProblem !== null) found.push(span(v`  ${signs.error} review unreadable`, "error"));
  else if (parts > 0) found.push(span(v`  approved ${approved}/${parts}`, "muted"));
  if (seal !== "unsealed") found.push(sealSpan(seal));
  return found;
}

const enforcements = "● mandatory ◐ recommended ○ informational";
const marks = `${signs.single} one clause · ${signs.strength} strength`;
const changes = `${signs.weaker} weaker ${signs.stronger} stronger ${signs.changed} changed`;
const verdicts = [
  `${signs.ok} approved`,
  `${signs.flagged} flagged`,
  `${signs.differs} disagreement`,
  `${signs.edited} reopened`,
  `${signs.comment} comment`,
].join(" ");

const legends = [
  `${enforcements} · ! must be enforced · █▓▒░ weight · ${marks} · ${changes} · ${verdicts}`,
  `${enforcements} · ! must be enforced · █▓▒░ weight · ${marks} · ${changes}`,
  `${enforcements} · ! must be enforced · █▓▒░ weight · ${marks}`,
  `${enforcements} · ! must be enforced · ${marks}`,
  `${enforcements} · ! must be enforced · █▓▒░ weight`,
  `${enforcements} · ! enforced · ${marks}`,
  enforcements,
  "● ◐ ○ enforcement · █▓▒░ weight · ! mandatory",
  "█▓▒░ weight · ! mandatory",
  "",
];

/** Returns the longest legend that fits; empty if none does. */
function legendText(width: number): Visible {
  return visible(legends.find((text) => displayWidth(text) <= width) ?? "");
}
