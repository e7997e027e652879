import { type Line, line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Size } from "../../../tui/state/window.ts";
import { deliveriesSlice } from "../state/deliveries.ts";

/** Columns of the filter's label. */
export const filterLabelColumns = 9;
/** Minimum columns of the error; with less room it begins left of its place. */
const minColumns = 40;

/** Draws the error of the filter below its place, in at most half of the pane; no rows without an error. */
export function filterErrorLines(state: AppState, { columns, rows }: Size): readonly Line[] {
  const { filterError, suggestions } = deliveriesSlice.get(state);
  if (filterError === null) return [];
  const { message, span: place } = filterError;
  // Something is missing here; the suggestions offer it.
  if (suggestions !== null && place[0] === place[1]) return [];
  const indent = Math.max(1, Math.min(filterLabelColumns + place[0], columns - minColumns));
  return wrapWords(span(v`✗ ${message}`, "error"), columns - indent, 2)
    .slice(0, Math.max(1, Math.floor(rows / 2)))
    .map(({ spans }) => line(span(v`${" ".repeat(indent)}`), ...spans));
}
