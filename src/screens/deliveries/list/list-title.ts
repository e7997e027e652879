import { type Span, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { v, type Visible } from "../../../text/visible.ts";
import { keyOf, keySpan } from "../../../tui/frame/key-label.ts";
import { hasFewRows } from "../../../tui/layout.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { eventTotal, repeatedTries } from "../state/folding.ts";

/** Names the list, with the number of new deliveries while paused, and the events of a log with repeated ones. */
export function listTitle(state: AppState, registry: Registry): readonly Span[] {
  const title = span(v`Deliveries`);
  const { following, loaded } = deliveriesSlice.get(state);
  // The border of a low window has room for the position only; the status line says the rest.
  if (!loaded || hasFewRows(state)) return [title];
  const paused = [span(v` · paused`, "warn"), span(newText(state, registry), "muted")];
  return [title, ...(following ? [] : paused), ...eventSpans(state, registry)];
}

/** Counts the events and the open ones, with the key that folds or unfolds their tries; nothing if each has one try. */
function eventSpans(state: AppState, registry: Registry): readonly Span[] {
  const { events, filter, isFolded } = deliveriesSlice.get(state);
  if (events === null || filter.terms.length > 0 || repeatedTries(events) === 0) return [];
  const open = events.failed + events.waiting;
  return [
    span(v` · ${plural(eventTotal(events), "event")} · `, "muted"),
    span(v`${count(open)} open`, open === 0 ? "muted" : "warn"),
    span(v` · `, "muted"),
    keySpan(registry, "deliveries.fold-tries"),
    span(isFolded ? v` unfolds` : v` folds`, "muted"),
  ];
}

/** Formats the number of deliveries since the pause, with the key that resumes. */
export function newText(state: AppState, registry: Registry): Visible {
  const { lastSeq, pausedAtSeq, filter } = deliveriesSlice.get(state);
  const newCount = Math.max(0, lastSeq - pausedAtSeq);
  const where = filter.terms.length > 0 ? v` in the log` : v``;
  const more = newCount === 0 ? v`` : v` · ${count(newCount)} new${where}`;
  return v`${more} · ${keyOf(registry, "deliveries.follow")} follows`;
}
