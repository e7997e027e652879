import { axes, axisLabels } from "../../../policy/policy.ts";
import { directionStyles } from "../../../policy/report/change-lines.ts";
import { signs } from "../../../policy/signs.ts";
import type { SummaryAxis } from "../../../policy/summary.ts";
import { chooseColumns, type Table } from "../../../tables/column.ts";
import type { PolicyRow } from "../../../tables/policies.ts";
import { openItemsSpan, signSpan } from "../../../tables/policy-open-items.ts";
import { dimmedLine, fitLine, type Line, type Span, span, type Tone } from "../../../text/line.ts";
import { fit, truncate } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { sumText } from "../../../text/weight-text.ts";
import { displayWidth } from "../../../text/width.ts";
import { cellSpan, type FittedColumn } from "../../../tui/components/table.ts";
import type { Sort } from "../../../tui/state/sorts.ts";

/** Columns of a row of the heat map. */
export interface HeatLayout {
  readonly width: number;
  /** Columns of the names, with the gap behind them. */
  readonly name: number;
  /** Columns of an axis: 2 to 7. From 6 on the sum stands beside its shade. */
  readonly cell: number;
  /** List columns that fit behind the axes. */
  readonly others: readonly FittedColumn<PolicyRow, unknown>[];
}

/** Columns of the list that follow the axes, as many as fit. */
const otherColumns = ["strength", "approved", "head", "seal", "needs"];

/** Columns of the selection marker and the verdict. */
const markColumns = 4;
const nameColumns = { min: 8, max: 36 };
const cellColumns = { min: 2, max: 7 };
/** Minimum columns of an axis with its sum beside the shade. */
const valueColumns = 6;

/**
 * Fits axes and names into a width, axes first: they are the map's subject.
 * @param table table of the list
 */
export function layoutHeat(
  width: number,
  names: readonly string[],
  table: Table<PolicyRow, unknown>,
): HeatLayout {
  const longest = names.reduce((widest, name) => Math.max(widest, displayWidth(visible(name))), 0);
  const name = Math.max(nameColumns.min, Math.min(longest + 1, nameColumns.max));
  const room = Math.floor((width - markColumns - name) / axes.length);
  const cell = Math.max(cellColumns.min, Math.min(room, cellColumns.max));
  const left = width - markColumns - cell * axes.length;
  const others = fittingColumns(left - name, table);
  const most = others.length > 0 ? name : Math.max(nameColumns.max, name);
  return { width, cell, others, name: Math.max(2, Math.min(left, most)) };
}

/** Returns the first of the columns of the list that fit into a width, each behind a space. */
function fittingColumns(width: number, table: Table<PolicyRow, unknown>): HeatLayout["others"] {
  const columns = chooseColumns(table, otherColumns).map((column) => ({
    ...column,
    fitted: column.wanted ?? column.width,
    isNarrow: false,
  }));
  const ends = columns.map((_, index) =>
    columns.slice(0, index + 1).reduce((sum, { fitted }) => sum + 1 + fitted, 0),
  );
  return columns.slice(0, ends.filter((end) => end <= width).length);
}

/**
 * Draws the axis names above the map (numbers where Λ has no room) and the arrow of the sorted column. A click on an
 * axis, the policies or the strength sorts by it.
 */
export function heatHead({ width, name, cell, others }: HeatLayout, sort: Sort | null): Line {
  const titled = (column: string, text: string, columns: number, align?: "right"): Span => {
    const isSorted = sort?.column === column;
    const arrow = isSorted ? (sort.descending ? "▼" : "▲") : "";
    // Two columns have no room for the arrow behind a number.
    const shown = displayWidth(visible(text + arrow)) > columns ? arrow : text + arrow;
    return {
      ...span(fit(visible(shown), columns, align), isSorted ? "accent" : "muted"),
      click: { command: "list.sort-by", argument: column },
    };
  };
  const numbers = axes.map((axis) => {
    const text = cell > 3 ? axis : axis.slice(1);
    return titled(axis, cell > 2 ? ` ${text}` : text, cell);
  });
  const titles = others.flatMap(({ name: column, title, fitted, align }) => [
    span(v` `),
    column === "strength" ? titled(column, title, fitted, "right") : span(fit(title, fitted, align), "muted"),
  ]);
  const mark = span(v`${" ".repeat(markColumns)}`);
  return fitLine({ spans: [mark, titled("name", "policy", name), ...numbers, ...titles] }, width);
}

/** Draws a policy: its name, the sum of the weights of each axis, and the columns of the list that have room. */
export function heatRow(row: PolicyRow, layout: HeatLayout, isSelected: boolean): Line {
  const { name, summary, isDeleted } = row;
  const title = fit(truncate(visible(name), layout.name - 1, { where: "middle" }), layout.name);
  const shown = { ...span(title), ...(isSelected ? { selected: true } : {}) };
  const isReadable = summary !== null && summary.verdict !== "unreadable";
  const cells = isReadable
    ? summary.axes.map((axis) => heatCell(axis, layout.cell, axis.weight === summary.strength?.weight))
    : [];
  const others = isReadable
    ? layout.others.flatMap((column) => [span(v` `), cellSpan(column, row, undefined)])
    : [];
  const words = isReadable ? [] : [openItemsSpan(row)];
  const spans = [span(isSelected ? v`❯ ` : v`  `, "accent"), signSpan(row), span(v` `), shown];
  const drawn = fitLine({ spans: [...spans, ...cells, ...others, ...words] }, layout.width);
  return { ...(isDeleted === true ? dimmedLine(drawn) : drawn), role: isSelected ? "selected" : "row" };
}

/**
 * Draws an axis of a policy: `▼` or `▲` for a change since the baseline, shade, sum if there is room, `!` or `✗` for
 * a mandatory axis, `⇣` for the policy's strength.
 */
export function heatCell(axis: SummaryAxis, cell: number, isWeakest: boolean): Span {
  return span(fit(cellText(axis, cell, isWeakest), cell), cellTone(axis));
}

const needMarks = { optional: "", met: "!", missing: signs.error } as const;

function cellText({ weight, need, sinceBaseline }: SummaryAxis, cell: number, isWeakest: boolean): Visible {
  const mark = isWeakest && need === "met" ? signs.strength : needMarks[need];
  if (cell === 2) return v`${weight === null ? "·" : heatShade(weight)}${mark}`;
  const before = sinceBaseline === null ? " " : directionStyles[sinceBaseline].glyph;
  if (weight === null) return v`${before}·${mark}`;
  const shade = heatShade(weight);
  if (shade === "0") return v`${before}${cell < valueColumns ? "0" : sumText(0)}${mark}`;
  if (cell === 3) return v`${before}${shade}${mark}`;
  if (cell < valueColumns) return v`${before}${shade}${shade}${mark}`;
  // A sum with two decimals takes the column of the shade.
  const sum = sumText(weight, cell - 2);
  return v`${before}${sum.length > cell - 3 ? "" : shade}${sum}${mark}`;
}

function cellTone({ weight, need, sinceBaseline }: SummaryAxis): Tone {
  if (need === "missing" || sinceBaseline === "weakened") return "error";
  if (sinceBaseline === "strengthened") return "ok";
  if (weight === null) return "muted";
  return need === "met" ? "accent" : "plain";
}

/** Returns the shade of a sum of weights: `0` for none, ░ up to 0.5, ▒ up to 1, ▓ up to 2, █ above. */
export function heatShade(weight: number): string {
  if (!(weight > 0)) return "0";
  if (weight <= 0.5) return "░";
  if (weight <= 1) return "▒";
  return weight <= 2 ? "▓" : "█";
}

const legends = (baseline: string) => {
  const shades = "░ to 0.5 ▒ to 1.0 ▓ to 2.0 █ above";
  const strength = `${signs.strength} strength`;
  const weaker = `${signs.weaker} weaker`;
  const changes = `${weaker} ${signs.stronger} stronger than in ${baseline}`;
  const needs = `! mandatory ${strength} ${signs.error} not enforced`;
  return [
    `sum of mandatory weights: ${shades} · ! mandatory · ${strength} · ${signs.error} mandatory, not enforced · ${changes}`,
    `${shades} · ${needs} · ${changes}`,
    `░ 0.5 ▒ 1.0 ▓ 2.0 █ more · ${needs} · ${weaker}`,
    `${needs} · ${weaker}`,
    `! mandatory ${signs.error} missing`,
    "",
  ];
};

/** Returns the longest legend that fits; empty if none does. */
export function heatLegend(width: number, baseline: string): Visible {
  return visible(legends(baseline).find((text) => displayWidth(visible(text)) <= width) ?? "");
}

/** Describes the axes of a policy for a screen reader. @param baseline name of the baseline */
export function heatSentence({ name, summary, isDeleted }: PolicyRow, baseline: string): Visible {
  if (isDeleted === true) return v`${name}: deleted since ${baseline}`;
  if (summary === null) return v`${name}: not checked yet`;
  if (summary.verdict === "unreadable") return v`${name}: unreadable`;
  const needs = { optional: "", met: ", mandatory", missing: ", mandatory but not enforced" } as const;
  const changes = {
    weakened: `, weaker than in ${baseline}`,
    strengthened: `, stronger than in ${baseline}`,
  };
  const parts = summary.axes.map(({ weight, need, sinceBaseline }, index) => {
    const axis = axes[index] ?? "";
    const label = axis === "" ? "" : ` ${axisLabels[axis]}`;
    return `${axis}${label} ${weight === null ? "not mapped" : sumText(weight)}${needs[need]}${sinceBaseline === null ? "" : changes[sinceBaseline]}`;
  });
  return v`${name}, ${summary.verdict}: ${parts.join("; ")}`;
}
