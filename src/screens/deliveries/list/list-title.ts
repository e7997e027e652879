import { type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, type Visible } from "../../../text/visible.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { hasFewRows } from "../../../tui/layout.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { deliveriesSlice } from "../state/deliveries.ts";

/** Names the list and, while paused, the number of new deliveries. */
export function listTitle(state: AppState, registry: Registry): readonly Span[] {
  const title = span(v`Deliveries`);
  const { following, loaded } = deliveriesSlice.get(state);
  // The border of a low window has room for the position only; the status line says the rest.
  if (following || !loaded || hasFewRows(state)) return [title];
  return [title, span(v` · paused`, "warn"), span(newText(state, registry), "muted")];
}

/** Formats the number of deliveries since the pause, with the key that resumes. */
export function newText(state: AppState, registry: Registry): Visible {
  const { lastSeq, pausedAtSeq, filter } = deliveriesSlice.get(state);
  const newCount = Math.max(0, lastSeq - pausedAtSeq);
  const where = filter.terms.length > 0 ? v` in the log` : v``;
  const more = newCount === 0 ? v`` : v` · ${count(newCount)} new${where}`;
  return v`${more} · ${keyOf(registry, "deliveries.follow")} follows`;
}
