import type { Line } from "../../../text/line.ts";
import { fitLine, line, lineWidth, type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible, type Visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { keySpan } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { drawField } from "../../../tui/text-field.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { savedSpans } from "./saved-spans.ts";

/** Draws the filter and the number of its matches. `caret` is the caret's column; null unless editing. */
export function filterLine(
  state: AppState,
  columns: number,
  registry: Registry,
): { line: Line; caret: number | null } {
  const deliveries = deliveriesSlice.get(state);
  const { field, filterError, editingFilter, matching, total, filter } = deliveries;
  const { filters } = savedFiltersSlice.get(state);
  const label = span(v` filter  `, editingFilter ? "accent" : "muted");
  const counted = filter.terms.length === 0 ? v`` : v` ${countOrDots(matching)} of ${countOrDots(total)} `;
  const room = columns - lineWidth(line(label)) - counted.length;
  if (!editingFilter && field.value === "") {
    const hint = [
      span(v`none · press `, "muted"),
      keySpan(registry, "deliveries.filter"),
      span(v` to filter`, "muted"),
    ];
    const saved = savedSpans(filters, room - lineWidth(line(...hint)), registry);
    return { line: withRight(line(label, ...hint), saved, columns), caret: null };
  }
  const saved = editingFilter
    ? []
    : savedSpans(filters, room - displayWidth(visible(field.value)) - 1, registry);
  const width = room - lineWidth(line(...saved));
  const { text, caret } = drawField(field, width);
  const shown = filterError === null ? [span(text)] : markError(text, filterError.span, field.value);
  return {
    line: fitLine(line(label, ...shown, ...saved, span(counted, "muted")), columns),
    caret: editingFilter ? lineWidth(line(label)) + caret : null,
  };
}

/** Draws spans at the right end of a line. */
function withRight(left: Line, right: readonly Span[], columns: number): Line {
  return line(...fitLine(left, columns - lineWidth(line(...right))).spans, ...right);
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
