import type { Line } from "../../../text/line.ts";
import { fitLine, line, lineWidth, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible, type Visible } from "../../../text/visible.ts";
import { drawField } from "../../../tui/components/field.ts";
import { keySpan } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { deliveriesSlice } from "../state.ts";

/** Draws the filter and the number of its matches. `caret` is the caret's column; null unless editing. */
export function filterLine(
  state: AppState,
  columns: number,
  registry: Registry,
): { line: Line; caret: number | null } {
  const deliveries = deliveriesSlice.get(state);
  const { field, filterError, editingFilter, matching, total, filter } = deliveries;
  const label = span(v` filter  `, editingFilter ? "accent" : "muted");
  const counted = filter.terms.length === 0 ? v`` : v` ${countOrDots(matching)} of ${countOrDots(total)} `;
  const width = columns - lineWidth(line(label)) - counted.length;
  if (!editingFilter && field.value === "") {
    const hint = [
      span(v`none · press `, "muted"),
      keySpan(registry, "deliveries.filter"),
      span(v` to filter`, "muted"),
    ];
    return { line: fitLine(line(label, ...hint), columns), caret: null };
  }
  const { text, caret } = drawField(field, width);
  const shown = filterError === null ? [span(text)] : markError(text, filterError.span, field.value);
  return {
    line: fitLine(line(label, ...shown, span(counted, "muted")), columns),
    caret: editingFilter ? lineWidth(line(label)) + caret : null,
  };
}

function countOrDots(counted: number | null): Visible {
  return counted === null ? v`…` : count(counted);
}

/** Marks the invalid part as an error, or all visible text if the field is scrolled. */
function markError(text: string, [start, end]: readonly [number, number], value: string) {
  if (!text.startsWith(value)) return [span(visible(text), "error")];
  return [
    span(visible(text.slice(0, start))),
    span(visible(text.slice(start, Math.max(end, start + 1))), "error"),
    span(visible(text.slice(Math.max(end, start + 1)))),
  ];
}
