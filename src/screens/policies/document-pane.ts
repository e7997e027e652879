import type { Line, Span } from "../../text/line.ts";
import { fitLine, line, lineWidth, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import { beside } from "../../tui/components/beside.ts";
import type { Registry } from "../../tui/registry.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { policiesLayout } from "./layout.ts";
import { coverageLine, legendLine, matrixHead, matrixRow, layoutMatrix } from "./matrix-lines.ts";
import type { PolicyPage } from "./page/policy-page.ts";
import { policyPane, type PolicyPaneText } from "./policy-pane.ts";
import type { PolicyPane } from "./state.ts";
import { policyPanes, selectedPolicy, policiesSlice } from "./state.ts";

/** Draws a policy: header, matrix, and the pane below. */
export function documentPane(state: AppState, page: PolicyPage, registry: Registry): readonly Line[] {
  const { documentColumns: width, documentRows: rows } = policiesLayout(state);
  const isFocused = policiesSlice.get(state).focus === "document";
  const text = policyPane(policiesSlice.get(state), page, width, rows, registry);
  const { clauses, hasCoverage, hasLegend } = text.rows;
  return [
    headLine(state, page, width),
    ...(page.summary.verdict === "unreadable"
      ? []
      : [
          ...matrixPart(state, page, width, clauses),
          ...(hasCoverage ? [coverageOf(state, page, width)] : []),
        ]),
    ...(hasLegend && page.clauses.length > 0 ? [legendLine(width)] : []),
    paneNames(policiesSlice.get(state).pane, page, isFocused, width),
    ...paneLines(text),
  ];
}

function paneLines({ lines, top, rows, columns, summary, summaryColumns }: PolicyPaneText): readonly Line[] {
  const shown = lines.slice(top, top + Math.max(rows.pane, 1));
  if (summary === null) return lines.slice(top);
  return beside(shown, columns, summary, summaryColumns, rows.pane);
}

/**
 * Draws `healthcare · HIPAA/HITECH · US-Federal · effective 2026-01-01`, or the file name without such fields,
 * and the result on the right. Fields that do not fit beside the result are omitted.
 */
function headLine(state: AppState, { facts, summary }: PolicyPage, width: number): Line {
  const name = selectedPolicy(policiesSlice.get(state))?.name ?? "";
  const date = facts?.effectiveDate ?? null;
  const known = [
    facts?.vertical ?? null,
    facts?.regime ?? null,
    facts?.jurisdiction ?? null,
    date === null ? null : `effective ${date}`,
  ].filter((part) => part !== null);
  const parts = known.length === 0 ? [name] : known;
  const right = resultSpans(summary);
  const room = width - lineWidth({ spans: right });
  const [first = name, ...more] = parts;
  const words = more.reduce((shown, part) => {
    const longer = `${shown} · ${part}`;
    return displayWidth(v` ${longer}`) <= room ? longer : shown;
  }, first);
  const left = fitLine(line(span(v` ${words}`, "strong")), Math.max(0, room));
  return fitLine({ spans: [...left.spans, ...right] }, width);
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
  return [...found, span(v` `)];
}

function matrixPart(state: AppState, page: PolicyPage, width: number, rows: number): readonly Line[] {
  const { cell, focus } = policiesSlice.get(state);
  const placed = layoutMatrix(page, width, cell.column);
  if (page.clauses.length === 0) {
    return [matrixHead(placed, "clause"), line(span(v`  No readable clauses.`, "muted"))];
  }
  const row = Math.min(cell.row, page.clauses.length - 1);
  // If not all rows fit, the selected one is centered, except near the ends.
  const top = Math.max(0, Math.min(row - Math.floor(rows / 2), page.clauses.length - rows));
  const { length } = page.clauses;
  const shown = rows < length ? `clauses ${top + 1} to ${top + rows} of ${length}` : "clause";
  return [
    matrixHead(placed, shown),
    ...page.clauses
      .slice(top, top + rows)
      .map((clause, index) =>
        matrixRow(
          clause,
          placed,
          top + index === row ? { column: cell.column, isFocused: focus === "document" } : null,
        ),
      ),
  ];
}

function coverageOf(state: AppState, page: PolicyPage, width: number): Line {
  return coverageLine(page, layoutMatrix(page, width, policiesSlice.get(state).cell.column));
}

function paneNames(pane: PolicyPane, page: PolicyPage, isFocused: boolean, width: number): Line {
  const titles: Record<PolicyPane, string> = {
    findings: `Findings ${count(page.summary.errors + page.summary.warnings)}`,
    cell: "Cell",
    summary: "Summary",
  };
  const names = policyPanes.map((name) =>
    name === pane
      ? span(v`[${titles[name]}]`, isFocused ? "accent" : "strong")
      : span(v` ${titles[name]} `, "muted"),
  );
  const used = lineWidth({ spans: names });
  if (used + 4 > width) return line(...names);
  return line(span(v`── `, "muted"), ...names, span(v` ${"─".repeat(width - used - 4)}`, "muted"));
}
