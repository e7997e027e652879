import type { SavedFilters } from "../../../model/saved-filters.ts";
import { clickable, line, lineWidth, type Span, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";

/** Number of filters with a digit. */
const digits = 9;

/** Draws the names of the saved filters with their keys, as many as fit; nothing without room for one. */
export function savedSpans(saved: SavedFilters, columns: number, registry: Registry): readonly Span[] {
  const before = keyOf(registry, "deliveries.saved-filters");
  const gap = before.length === 1 ? "" : " ";
  let drawn: readonly Span[] = [span(v` saved: `, "muted")];
  let isFitting = false;
  for (const [index, name] of Object.keys(saved).slice(0, digits).entries()) {
    const click = { command: "deliveries.apply-saved", argument: name };
    const one = clickable(click, [
      span(v`${before}${gap}${index + 1}`, "accent"),
      span(v` ${name}  `, "muted"),
    ]);
    const more = [...drawn, ...one];
    if (lineWidth(line(...more)) > columns) break;
    drawn = more;
    isFitting = true;
  }
  return isFitting ? drawn : [];
}
