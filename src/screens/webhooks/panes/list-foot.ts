import { type Span, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { v, visible } from "../../../text/visible.ts";
import { keySpan } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { actedOn, bulkSlice, switchOf } from "../state/bulk.ts";
import { overlappingWebhooks } from "../state/overlaps.ts";
import { webhookViewSlice } from "../state/view.ts";
import { allWebhooks } from "../state/webhooks.ts";

/** Draws what runs, or the marks with the keys that act on them, or else what is wrong with the webhooks. */
export function listFoot(state: AppState, registry: Registry): readonly Span[] {
  const { running } = bulkSlice.get(state);
  if (running !== null) {
    const { doing, done, failed, total } = running;
    const failures = failed === 0 ? [] : [span(v` · ${count(failed)} failed`, "error")];
    return [span(v`${doing} ${count(done + failed)} of ${count(total)}`, "accent"), ...failures];
  }
  const { marks } = webhookViewSlice.get(state);
  if (marks.length === 0) return problems(state);
  return [
    span(v`${count(marks.length)} marked: `, "accent"),
    keySpan(registry, "webhooks.toggle"),
    span(v` ${visible(switchOf(actedOn(state)))}  `),
    keySpan(registry, "webhooks.delete"),
    span(v` delete`),
  ];
}

function problems(state: AppState): readonly Span[] {
  const rows = allWebhooks(state);
  const failing = rows.filter(({ health }) => health?.tone === "error").length;
  const overlapping = overlappingWebhooks(rows).size;
  const nowhere = rows.filter(({ isNowhere }) => isNowhere === true).length;
  return [
    ...(failing === 0 ? [] : [span(v`${count(failing)} failing`, "error")]),
    ...(overlapping === 0
      ? []
      : [span(v`${count(overlapping)} ${overlapping === 1 ? v`overlap` : v`overlaps`}`, "warn")]),
    ...(nowhere === 0
      ? []
      : [span(v`${count(nowhere)} ${nowhere === 1 ? v`points` : v`point`} nowhere`, "warn")]),
  ].flatMap((one, index) => (index === 0 ? [one] : [span(v`, `, "muted"), one]));
}
