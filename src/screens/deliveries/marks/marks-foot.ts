import { type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { keySpan } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { markedCount, marksSlice } from "../state/marks.ts";

/** Commands that act on the marked deliveries, by their IDs. */
const acts = ["deliveries.replay", "deliveries.export", "deliveries.compare"] as const;

/** Draws the number of marked deliveries and the enabled keys that act on them. */
export function marksFoot(state: AppState, registry: Registry): readonly Span[] {
  const marked = markedCount(state);
  const outside = marksSlice.get(state).outside ?? 0;
  const keys = acts.flatMap((id) => {
    const { footerLabel, disabledReason } = registry.command(id);
    if ((disabledReason?.(state, registry) ?? null) !== null) return [];
    const label = typeof footerLabel === "function" ? footerLabel(state) : (footerLabel ?? "");
    return [span(v`  `), keySpan(registry, id), span(v` ${visible(label)}`)];
  });
  const [, ...shown] = keys;
  return [
    span(v`${marked === null ? "all" : count(marked)} marked`, "accent"),
    ...(outside === 0 ? [] : [span(v`, ${count(outside)} not shown`, "warn")]),
    span(v`: `, "accent"),
    ...shown,
  ];
}
