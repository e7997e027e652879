import type { Delivery, DeliveryDetail } from "../../../model/delivery.ts";
import type { Dispatch } from "../../../model/dispatch.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { duration } from "../../../text/duration.ts";
import { clickable, line, type Span, span } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import type { WholeLine } from "../../../tui/viewer/text-content.ts";
import type { Surroundings } from "../state/surroundings.ts";
import { statusSpan } from "./attempt-lines.ts";
import { labeled, section, whole } from "./sections.ts";

/** Lists the tries of the event, and the deliveries of other events that repeat this one. */
export function relatedSections(
  { eventOf }: Delivery,
  { related: { tries, replays, duplicates }, dispatch }: Pick<Surroundings, "related" | "dispatch">,
  zone: TimeZone,
  width: number,
): readonly WholeLine[] {
  const later = dispatch === null ? [] : laterAttempt(dispatch, zone);
  const rows = (rows: readonly Delivery[]) => rows.map((row) => deliveryLine(row, zone));
  const others = (rows: readonly Delivery[]) => rows.filter((row) => row.eventOf !== eventOf);
  return [
    ...section(
      v`tries of this event`,
      width,
      tries.length > 1 || later.length > 0 ? [...rows(tries), ...later] : [],
    ),
    ...section(v`edited replays`, width, rows(others(replays))),
    ...section(v`looks like this`, width, rows(others(duplicates))),
  ];
}

/** Tells when the hub sends the event again; no line if it does not. */
function laterAttempt(
  { nextAttemptAt, attemptCount, state }: Dispatch,
  zone: TimeZone,
): readonly WholeLine[] {
  if (state === "held") return [whole(line(span(v`held in the hub`, "warn")))];
  if (nextAttemptAt === null) return [];
  const when = dateTime(Date.parse(nextAttemptAt), zone, "second");
  return [whole(line(span(v`the hub sends it again at ${when} (attempt ${attemptCount + 1})`, "warn")))];
}

/** Formats a delivery as a line that leads to it. */
export function deliveryLine(delivery: Delivery, zone: TimeZone): WholeLine {
  const { seq, receivedAt, durationMs, outcome, edited } = delivery;
  const took = durationMs === null ? v`` : v` · ${duration(durationMs)}`;
  return whole(
    line(
      ...leading(
        seq,
        span(v`#${seq}`, "accent"),
        span(v`  ${dateTime(Date.parse(receivedAt), zone, "second")}  `, "muted"),
        outcome === "pending" ? span(v`⋯ pending`, "warn") : statusSpan(delivery),
        span(visible(took), "muted"),
        span(edited ? v` · edited` : v``, "accent"),
      ),
    ),
  );
}

/** Lists the deliveries that this one repeats. */
export function originLines({
  replayOf,
  edited,
  duplicateOf,
  eventOf,
  removed,
}: DeliveryDetail): readonly WholeLine[] {
  const origin = (label: string, seq: number | null): readonly WholeLine[] => {
    if (seq === null) return [];
    if (removed.includes(seq)) return [labeled(label, span(v`#${seq} (removed)`))];
    return [labeled(label, ...leading(seq, span(v`#${seq}`, "accent")))];
  };
  return [
    ...origin(edited ? "edit of" : "replay of", replayOf),
    ...origin(duplicateOf === eventOf ? "try of" : "same as", duplicateOf),
  ];
}

/** Names the try that was handled; the line leads to it. */
export function recoveryLines({
  recovered,
  settledBy,
}: Pick<Delivery, "recovered" | "settledBy">): readonly WholeLine[] {
  if (!recovered || settledBy === null) return [];
  return [labeled("handled", ...leading(settledBy, span(v`by #${settledBy}`, "accent")))];
}

function leading(seq: number, ...spans: readonly Span[]): readonly Span[] {
  return clickable({ command: "deliveries.show", argument: String(seq) }, spans);
}
