import type { SavedFilters } from "../../../model/saved-filters.ts";
import { clickable, line, lineWidth, type Span, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";

/** Number of filters with a digit. */
const digits = 9;

/** Draws the names of the saved filters with their digits, as many as fit; nothing without room for one. */
export function savedSpans(saved: SavedFilters, columns: number): readonly Span[] {
  let drawn: readonly Span[] = [span(v` saved: `, "muted")];
  let isFitting = false;
  for (const [index, name] of Object.keys(saved).slice(0, digits).entries()) {
    const click = { command: "deliveries.apply-saved", argument: name };
    const one = clickable(click, [span(v`${index + 1}`, "accent"), span(v` ${name}  `, "muted")]);
    const more = [...drawn, ...one];
    if (lineWidth(line(...more)) > columns) break;
    drawn = more;
    isFitting = true;
  }
  return isFitting ? drawn : [];
}
