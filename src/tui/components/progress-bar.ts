import { type Span, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";

/** Maximum columns of the bar. */
const barColumns = 40;

/** Draws the done share of a work, from 0 to 1, and its percentage. */
export function progressBar(share: number, width: number): readonly Span[] {
  const columns = Math.max(1, Math.min(barColumns, width - 6));
  const full = Math.round(Math.min(1, share) * columns);
  return [
    span(v`${"█".repeat(full)}`, "accent"),
    span(v`${"░".repeat(columns - full)}`, "muted"),
    span(v` ${Math.floor(Math.min(1, share) * 100)} %`),
  ];
}
