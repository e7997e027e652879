import type { PageColumn, PolicyPage } from "../../../policy-service/policy-page.ts";
import type { Direction } from "../../../policy/diff/change.ts";
import type { AxisLabel } from "../../../policy/policy.ts";
import { directionStyles } from "../../../policy/report/change-lines.ts";
import { type Line, type Span, clickable, fitLine, span } from "../../../text/line.ts";
import { fit } from "../../../text/truncate.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { axisDirection } from "../select/changes.ts";
import { type MatrixOrder, orderNames } from "../select/matrix-order.ts";
import { cellClick, type MatrixLayout } from "./matrix-layout.ts";

/** Labels of the axes in six columns. */
const shortLabels = {
  Transparency: "Transp",
  Accountability: "Acct",
  Privacy: "Priv",
  Fairness: "Fair",
  Safety: "Safety",
  Security: "Secur",
  Auditability: "Audit",
  Robustness: "Robust",
  Explainability: "Expl",
  Sovereignty: "Sov",
} as const satisfies Record<AxisLabel, string>;

/** Selection in the head; null if a clause is selected. */
export interface SelectedAxis {
  readonly column: number;
  readonly isFocused: boolean;
}

/**
 * Draws the axis names over their numbers, with `!` for mandatory axes, marks for weaker or stronger ones, the order
 * of the clauses, and the title of the weight column (sums of mandatory mappings).
 * @param rows 1 for numbers only
 */
export function matrixHead(
  page: PolicyPage,
  layout: MatrixLayout,
  order: MatrixOrder,
  rows: number,
  selected: SelectedAxis | null,
): readonly Line[] {
  const { columns, width, review, weight } = layout;
  const numbers = columns.flatMap(({ column, index }) =>
    axisSpans(column, layout, {
      index,
      direction: axisDirection(page, index),
      selected: selected?.column === index ? selected : null,
    }),
  );
  const titles = (words: Visible) => [
    span(fit(words, weight), "muted"),
    span(fit(v` review`, review), "muted"),
  ];
  const mark = span(selected === null ? v`   ` : v`❯  `, "accent");
  const name = layout.lead + layout.name - 3;
  const right = layout.hidden.right > 0 ? [span(v` ${layout.hidden.right}›`, "accent")] : [];
  const orders: readonly Visible[] = [
    ...(order === "document" ? [] : [v`${orderNames[order]} ▼`]),
    v`${orderNames[order]}`,
    v`${order} ▼`,
    v`▼`,
  ];
  if (rows === 1) {
    const left = layout.hidden.left > 0 ? v` ‹${layout.hidden.left}` : v``;
    const room = name - displayWidth(left);
    const title =
      order === "document"
        ? clauseTitle(layout, room)
        : (orders.find((one) => displayWidth(one) <= room) ?? v``);
    const spans = [mark, span(fit(title, room), "muted"), span(left, "accent"), ...numbers];
    return [fitLine({ spans: [...spans, ...right, ...titles(v` weight ●`)] }, width)];
  }
  const labels = columns.flatMap(({ column, index }) =>
    clickable(cellClick(-1, index), [
      span(fit(v` ${shortLabels[column.label]}`, layout.cell), column.isMandatory ? "plain" : "muted"),
    ]),
  );
  const sorted = orders.find((one) => displayWidth(one) <= name) ?? v``;
  return [
    fitLine(
      {
        spans: [
          span(fit(v`   ${clauseTitle(layout, name)}`, name + 3), "muted"),
          ...labels,
          ...titles(v` weight`),
        ],
      },
      width,
    ),
    // The last axis ends with a space.
    fitLine(
      {
        spans: [mark, span(fit(sorted, name), "muted"), ...numbers, span(fit(v`mandatory`, weight), "muted")],
      },
      width,
    ),
  ];
}

/** Names the column of the clauses, with the prefix omitted from IDs: `clause HIPAA-164.…`. */
function clauseTitle({ prefix }: MatrixLayout, width: number): Visible {
  const long = v`clause ${prefix}…`;
  return prefix === "" || displayWidth(long) > width ? v`clause` : long;
}

function axisSpans(
  { axis, isMandatory }: PageColumn,
  { cell, isWide }: MatrixLayout,
  {
    index,
    direction,
    selected,
  }: {
    readonly index: number;
    readonly direction: Direction | null;
    readonly selected: SelectedAxis | null;
  },
): readonly Span[] {
  const click = cellClick(-1, index);
  const text = v`${axis}${isMandatory ? "!" : ""}`;
  const tone = isMandatory ? "strong" : "muted";
  const style = direction === null || direction === "changed" ? null : directionStyles[direction];
  if (selected === null && style !== null) {
    const room = cell - 1;
    // Four columns have no room for a mark before `Λ10!`.
    const shown = [...(isMandatory || isWide ? [] : [v`${text} `]), text, v`${axis}`];
    const form = shown.find((one) => displayWidth(one) <= room) ?? v``;
    const gap = v`${" ".repeat(room - displayWidth(form))}`;
    const marked = [span(v`${style.glyph}`, style.tone), span(form, tone)];
    return clickable(click, isWide ? [...marked, span(gap)] : [span(gap), ...marked]);
  }
  if (selected === null) {
    const placed = isWide ? fit(v` ${text}`, cell) : fit(isMandatory ? text : v`${text} `, cell, "right");
    return clickable(click, [span(placed, tone)]);
  }
  // Four columns have no room for brackets around `Λ10!`; only wide ones have room for a mark.
  const forms = [
    ...(style === null ? [] : [v`${style.glyph}${text}`]),
    text,
    v`${axis}`,
    v`${axis.slice(1)}`,
  ];
  const shown = forms.find((form) => displayWidth(form) + 2 <= cell) ?? v``;
  const bracketed = v`[${shown}]`;
  const gap = cell - displayWidth(bracketed);
  const before = isWide ? 0 : gap;
  return clickable(click, [
    span(v`${" ".repeat(before)}`),
    { ...span(bracketed, "strong"), ...(selected.isFocused ? { selected: true } : {}) },
    span(v`${" ".repeat(gap - before)}`),
  ]);
}
