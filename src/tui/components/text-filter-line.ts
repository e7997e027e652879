import { fitLine, type Line, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { fit } from "../../text/truncate.ts";
import { type Visible, v } from "../../text/visible.ts";
import { drawField } from "../text-field.ts";
import type { TextFilter } from "../text-filter.ts";

const label = v` filter  `;

/**
 * Draws a filter, or an example while it is empty, and the number of its matches. `caret` is the caret's column; null
 * unless editing.
 */
export function textFilterLine(
  { filter, editingFilter }: TextFilter,
  {
    shown,
    total,
    example = v`word -excluded`,
  }: { readonly shown: number; readonly total: number; readonly example?: Visible },
  width: number,
): { readonly line: Line; readonly caret: number | null } {
  const counted = v`${count(shown)} of ${count(total)} `;
  const columns = Math.max(4, width - label.length - counted.length - 2);
  const { text, caret } = drawField(filter, columns);
  const spans = [
    span(label, editingFilter ? "accent" : "muted"),
    filter.value === "" ? span(fit(v` for example: ${example}`, columns), "muted") : span(text),
    span(v`  ${counted}`, "muted"),
  ];
  return {
    line: fitLine({ spans }, width),
    caret: editingFilter ? Math.min(label.length + caret, width - 1) : null,
  };
}
