import type { Delivery, DeliveryDetail } from "../../../model/delivery.ts";
import type { RelatedDeliveries } from "../../../store/delivery-log.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { duration } from "../../../text/duration.ts";
import { clickable, line, type Span, span } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import type { WholeLine } from "../../../tui/viewer/text-content.ts";
import { recovery } from "../head/delivery-header.ts";
import { statusSpan } from "./attempt-lines.ts";
import { labeled, section, whole } from "./sections.ts";

/** Lists the deliveries that repeat this one. */
export function relatedSections(
  { replays, duplicates }: RelatedDeliveries,
  zone: TimeZone,
  width: number,
): readonly WholeLine[] {
  const rows = (rows: readonly Delivery[]) => rows.map((row) => deliveryLine(row, zone));
  return [...section(v`replays`, width, rows(replays)), ...section(v`duplicates`, width, rows(duplicates))];
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
  removed,
}: DeliveryDetail): readonly WholeLine[] {
  const origin = (label: string, seq: number | null): readonly WholeLine[] => {
    if (seq === null) return [];
    if (removed.includes(seq)) return [labeled(label, span(v`#${seq} (removed)`))];
    return [labeled(label, ...leading(seq, span(v`#${seq}`, "accent")))];
  };
  return [...origin(edited ? "edit of" : "replay of", replayOf), ...origin("same as", duplicateOf)];
}

/** Names that replay; the line leads to it. */
export function recoveryLines(
  delivery: Pick<Delivery, "recovered">,
  related: RelatedDeliveries | null,
): readonly WholeLine[] {
  const replay = recovery(delivery, related);
  if (replay === null) return [];
  return [labeled("recovered", ...leading(replay.seq, span(v`by #${replay.seq}`, "accent")))];
}

function leading(seq: number, ...spans: readonly Span[]): readonly Span[] {
  return clickable({ command: "deliveries.show", argument: String(seq) }, spans);
}
