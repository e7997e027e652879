import type { Delivery } from "../model/delivery.ts";
import { timeInList, type TimeZone } from "../text/clock-time.ts";
import { duration, shortAge } from "../text/duration.ts";
import { type Span, span } from "../text/line.ts";
import { byteSize } from "../text/numbers.ts";
import { truncate } from "../text/truncate.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import type { Table } from "./column.ts";
import { aboutSpan, secretReason, shortAbout } from "./delivery-about.ts";
import { styleOf } from "./outcome-styles.ts";
import { eventText, orDash, printTime, repoText } from "./values.ts";

export interface DeliveryContext {
  readonly nowMs: number;
  /** Zone of the times on the screen. */
  readonly zone: TimeZone;
  /** True while forwards are held: waiting deliveries miss their time. */
  readonly forwardsHeld?: boolean;
}

export const deliveryTable = {
  name: "deliveries",
  columns: {
    seq: {
      title: v`seq`,
      width: 6,
      align: "right",
      grow: 0,
      drop: 4,
      cell: ({ seq }) => span(v`${seq}`, "muted"),
      short: ({ seq }, width) => truncate(v`${seq}`, width, { where: "start" }),
    },
    time: {
      title: v`time`,
      heading: v`RECEIVED`,
      width: 8,
      grow: 0,
      timed: true,
      order: ({ receivedAt }) => Date.parse(receivedAt),
      cell: timeSpan,
      // A day of the month and a time.
      short: (delivery, width, context) => visible(timeSpan(delivery, context).text.slice(-width)),
      print: ({ receivedAt }) => span(printTime(receivedAt), "muted"),
    },
    status: {
      title: v`status`,
      width: 6,
      printAlign: "right",
      order: ({ status }) => status,
      timed: true,
      cell: statusSpan,
      print: (delivery) => span(v`${delivery.status ?? "-"}`, styleOf(delivery).tone),
    },
    outcome: {
      title: v`outcome`,
      width: 11,
      drop: 4,
      cell: (delivery) => span(visible(delivery.outcome), styleOf(delivery).tone),
    },
    route: {
      title: v`route`,
      width: 6,
      grow: 1,
      order: ({ route }) => route,
      drop: 5,
      cell: ({ route }) => span(visible(route ?? "—")),
      print: ({ route }) => orDash(route),
    },
    event: {
      title: v`event`,
      order: (delivery) => (delivery.event === null ? null : eventText(delivery)),
      width: 17,
      wanted: 25,
      grow: 1,
      hasTwoWidths: true,
      drop: 3,
      cell: eventSpan,
      short: shortEvent,
      print: (delivery) => span(visible(eventText(delivery))),
    },
    about: {
      title: v`about`,
      order: repoName,
      width: 21,
      wanted: 30,
      grow: 5,
      timed: true,
      cell: aboutSpan,
      short: shortAbout,
    },
    repo: {
      title: v`repo`,
      width: 12,
      grow: 5,
      order: repoName,
      cell: (delivery) => span(visible(repoText(delivery))),
      short: (delivery, width) => truncate(visible(repoText(delivery)), width, { where: "middle" }),
    },
    subject: {
      title: v`subject`,
      width: 12,
      grow: 2,
      drop: 7,
      cell: ({ subject }) => span(visible(subject ?? "")),
    },
    size: {
      title: v`size`,
      width: 11,
      align: "right",
      order: ({ bytes }) => bytes,
      drop: 8,
      isExtra: true,
      cell: ({ bytes }) => span(byteSize(bytes)),
    },
    took: {
      title: v`took`,
      width: 7,
      align: "right",
      order: ({ durationMs }) => durationMs,
      drop: 6,
      cell: ({ durationMs }) => span(durationMs === null ? v`` : duration(durationMs), "muted"),
      print: ({ durationMs }) => orDash(durationMs === null ? null : duration(durationMs)),
    },
    remark: {
      title: v`remark`,
      width: 12,
      grow: 2,
      drop: 6,
      cell: (delivery) => span(visible(remark(delivery)), "warn"),
    },
    method: { title: v`method`, width: 6, drop: 7, cell: ({ method }) => span(visible(method)) },
    path: { title: v`path`, width: 12, grow: 1, drop: 7, cell: ({ path }) => span(visible(path)) },
    sender: {
      title: v`sender`,
      width: 15,
      grow: 0,
      drop: 10,
      isExtra: true,
      cell: ({ remote }) => span(visible(remote), "muted"),
    },
    webhook: {
      title: v`webhook`,
      width: 10,
      grow: 0,
      drop: 9,
      isExtra: true,
      cell: ({ webhookId }) => span(visible(webhookId ?? ""), "muted"),
      short: ({ webhookId }, width) => truncate(visible(webhookId ?? ""), width, { where: "middle" }),
    },
    secret: {
      title: v`secret`,
      width: 7,
      drop: 7,
      cell: ({ auth }) => span(visible(auth), auth === "ok" || auth === "open" ? "muted" : "error"),
    },
  },
  usual: { column: "time", descending: true },
  shown: ["seq", "time", "status", "route", "event", "about", "took", "size", "webhook", "sender"],
  printed: [
    "seq",
    "time",
    "status",
    "outcome",
    "route",
    "event",
    "repo",
    "subject",
    "size",
    "took",
    "remark",
  ],
} satisfies Table<Delivery, DeliveryContext>;

function repoName({ repo }: Delivery): string | null {
  return repo?.name ?? null;
}

/**
 * Draws the outcome as a glyph with the HTTP status or, while pending, the age. A waiting delivery has no age here:
 * it would look like the time of the next attempt.
 */
function statusSpan(delivery: Delivery, { nowMs }: DeliveryContext): Span {
  const { glyph, tone } = styleOf(delivery);
  if (delivery.outcome !== "pending") return span(v`${glyph} ${delivery.status ?? "—"}`, tone);
  if (delivery.nextAttemptAt !== null) return span(glyph, tone);
  return span(v`${glyph} ${shortAge(nowMs - Date.parse(delivery.receivedAt))}`, tone);
}

function timeSpan({ receivedAt }: Delivery, { nowMs, zone }: DeliveryContext): Span {
  return span(timeInList(Date.parse(receivedAt), nowMs, zone), "muted");
}

function eventSpan({ event, outcome, schemaValid }: Delivery): Span {
  if (event !== null) return span(v`${event.scope} ${event.action}`);
  return span(outcome === "rejected" || schemaValid !== false ? v`—` : v`no event`, "muted");
}

/** Leaves the first part of the scope out if another follows: `comment create`. */
function shortEvent(delivery: Delivery, width: number): Visible {
  return truncate(visible(eventSpan(delivery).text.replace(/^[^. ]+\./, "")), width);
}

/** Returns the reason, next attempt, relations and schema violation of a delivery; empty if it has none. */
export function remark(delivery: Delivery): string {
  const remarks = [
    failureReason(delivery) ?? "",
    delivery.nextAttemptAt === null ? "" : `next attempt ${printTime(delivery.nextAttemptAt)}`,
    relations(delivery),
    triesText(delivery),
    schemaRemark(delivery),
    bookmarkRemark(delivery),
  ];
  return remarks.filter((one) => one !== "").join(", ");
}

/** Returns the reason for a rejection or failure; null without one, or from an older version. */
export function failureReason({ reason, auth }: Delivery): string | null {
  return reason ?? secretReason({ auth });
}

/**
 * Names the original of a replay or duplicate; empty for other deliveries.
 * @param removed related deliveries missing in the log
 */
export function relations(delivery: Delivery, removed: readonly number[] = []): string {
  const other = (seq: number): string => (removed.includes(seq) ? `${seq} (removed)` : String(seq));
  return originTexts(delivery, other).join(", ");
}

/** Names the delivery that this one is a replay of, and the one that it is a try of, conflicts with or looks like. */
export function originTexts(
  { replayOf, duplicateOf, edited, eventId, eventOf }: Delivery,
  other: (seq: number) => string,
): readonly string[] {
  const copied = (seq: number): string => {
    if (seq === eventOf) return `try of ${other(seq)}`;
    return eventId === null ? `looks like ${other(seq)}` : `same ID as ${other(seq)}, other body`;
  };
  return [
    ...(replayOf === null ? [] : [`${edited ? "edited " : ""}replay of ${other(replayOf)}`]),
    ...(duplicateOf === null ? [] : [copied(duplicateOf)]),
  ];
}

/** Formats `one of 3 tries, handled by 14`; empty for the only try of an event. */
export function triesText({ tries, recovered, settledBy }: Delivery): string {
  const parts = [tries > 1 ? `one of ${tries} tries` : "", recovered ? `handled by ${settledBy}` : ""];
  return parts.filter((part) => part !== "").join(", ");
}

function bookmarkRemark({ bookmark }: Delivery): string {
  return bookmark === null ? "" : `★ ${bookmark}`.trim();
}

function schemaRemark({ schemaValid, outcome }: Delivery): string {
  // The reason of a rejected body already names the problem.
  return schemaValid !== false || outcome === "rejected" ? "" : "does not match the schema";
}
