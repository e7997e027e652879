import { type Delivery, isFailure } from "../model/delivery.ts";
import { duration } from "../text/duration.ts";
import { type Span, type Tone, span } from "../text/line.ts";
import { byteSize, count } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { truncate } from "../text/truncate.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import type { Table } from "./column.ts";
import { eventText, orDash, printTime, repoText } from "./values.ts";

export interface DeliveryContext {
  readonly nowMs: number;
}

export const deliveryTable = {
  name: "deliveries",
  columns: {
    seq: {
      title: v`seq`,
      width: 6,
      align: "right",
      grow: 0,
      drop: 3,
      cell: ({ seq }) => span(v`${seq}`),
    },
    time: {
      title: v`time`,
      heading: v`RECEIVED`,
      width: 6,
      timed: true,
      order: ({ receivedAt }) => Date.parse(receivedAt),
      // The clock may lag behind the delivery; an age must not be negative.
      cell: ({ receivedAt }, { nowMs }) => {
        const receivedAtMs = Date.parse(receivedAt);
        return span(relativeTime(receivedAtMs, Math.max(nowMs, receivedAtMs)), "muted");
      },
      print: ({ receivedAt }) => span(printTime(receivedAt), "muted"),
    },
    status: {
      title: v`status`,
      width: 6,
      printAlign: "right",
      order: ({ status }) => status,
      cell: statusSpan,
      print: (delivery) => span(v`${delivery.status ?? "-"}`, outcomeTone(delivery)),
    },
    outcome: {
      title: v`outcome`,
      width: 11,
      drop: 4,
      cell: (delivery) => span(visible(delivery.outcome), outcomeTone(delivery)),
    },
    route: {
      title: v`route`,
      width: 7,
      grow: 1,
      drop: 2,
      order: ({ route }) => route,
      cell: ({ route }) => span(visible(route ?? "—")),
      print: ({ route }) => orDash(route),
    },
    event: {
      title: v`event`,
      width: 12,
      grow: 6,
      order: (delivery) => (delivery.event === null ? null : eventText(delivery)),
      cell: eventSpan,
      print: (delivery) => span(visible(eventText(delivery))),
    },
    about: {
      title: v`about`,
      width: 11,
      grow: 5,
      timed: true,
      order: repoName,
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
    size: {
      title: v`size`,
      width: 11,
      align: "right",
      drop: 5,
      order: ({ bytes }) => bytes,
      cell: ({ bytes }) => span(byteSize(bytes)),
    },
    took: {
      title: v`took`,
      width: 7,
      align: "right",
      drop: 1,
      order: ({ durationMs }) => durationMs,
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
    sender: { title: v`sender`, width: 15, grow: 0, drop: 7, cell: ({ remote }) => span(visible(remote)) },
    webhook: {
      title: v`webhook`,
      width: 10,
      grow: 0,
      drop: 7,
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
  shown: ["time", "status", "route", "event", "about", "took"],
  printed: ["seq", "time", "status", "outcome", "route", "event", "repo", "size", "took", "remark"],
} satisfies Table<Delivery, DeliveryContext>;

function repoName({ repo }: Delivery): string | null {
  return repo?.name ?? null;
}

export function outcomeTone(delivery: Delivery): Tone {
  if (isFailure(delivery)) return "error";
  return delivery.outcome === "pending" ? "warn" : "ok";
}

/** Draws the outcome as a glyph, and the HTTP status. */
function statusSpan(delivery: Delivery): Span {
  const status = delivery.status ?? "—";
  if (delivery.outcome === "pending") return span(v`⋯ …`, "muted");
  if (delivery.outcome === "interrupted") return span(v`‼ ${status}`, "error");
  if (delivery.outcome === "rejected") return span(v`⊘ ${status}`, "error");
  if (isFailure(delivery)) return span(v`✗ ${status}`, "error");
  if (delivery.duplicateOf !== null) return span(v`≡ ${status}`, "warn");
  if (delivery.replayOf !== null) return span(v`↻ ${status}`, "ok");
  return span(v`✓ ${status}`, "ok");
}

function eventSpan({ event, auth, outcome, method, schemaValid }: Delivery): Span {
  if (auth === "missing") return span(v`no secret`, "error");
  if (auth === "wrong") return span(v`wrong secret`, "error");
  if (event !== null) return span(v`${event.scope} ${event.action}`);
  if (outcome === "rejected") return span(v`${method} rejected`, "error");
  return span(schemaValid !== false ? v`` : v`no event`, "muted");
}

/**
 * Draws the next attempt while a forward waits for it, or else the repo, or the sender if there is no repo. The
 * reason of a failure follows the repo or replaces the sender. The mark of a duplicate or a replay is last.
 */
function aboutSpan(delivery: Delivery, { nowMs }: DeliveryContext): Span {
  const { repo, remote, path, reason, auth, nextAttemptAt } = delivery;
  const mark = originalMark(delivery);
  if (nextAttemptAt !== null) {
    const atMs = Date.parse(nextAttemptAt);
    return span(v`next attempt ${atMs <= nowMs ? v`now` : relativeTime(atMs, nowMs)}${mark}`, "warn");
  }
  if (reason !== null && repo !== null) {
    return span(v`${repo.type}:${repo.name} · ${reason}${mark}`, "error");
  }
  // The event already shows errors of the secret.
  if (reason !== null && auth !== "missing" && auth !== "wrong") return span(v`${reason}${mark}`, "error");
  if (repo !== null) return span(v`${repo.type}:${repo.name}${mark}`);
  return span(v`${remote} ${path}${mark}`, "muted");
}

/** Marks a duplicate or a replay with the number of its original, by the glyphs of the status. */
function originalMark({ duplicateOf, replayOf }: Delivery): Visible {
  if (duplicateOf !== null) return v` ≡#${count(duplicateOf)}`;
  return replayOf === null ? v`` : v` ↻#${count(replayOf)}`;
}

/** Cuts the text before the mark: a repo in the middle, since repos differ at their ends, anything else at its end. */
function shortAbout(delivery: Delivery, width: number, context: DeliveryContext): Visible {
  const { text } = aboutSpan(delivery, context);
  const mark = originalMark(delivery);
  const before = visible(text.slice(0, text.length - mark.length));
  const where = before === repoText(delivery) ? "middle" : "end";
  return v`${truncate(before, Math.max(1, width - mark.length), { where })}${mark}`;
}

/** Returns the reason, next attempt, relations and schema violation of a delivery; empty if it has none. */
export function remark(delivery: Delivery): string {
  const remarks = [
    failureReason(delivery) ?? "",
    delivery.nextAttemptAt === null ? "" : `next attempt ${printTime(delivery.nextAttemptAt)}`,
    relations(delivery),
    schemaRemark(delivery),
  ];
  return remarks.filter((one) => one !== "").join(", ");
}

/** Returns the reason a delivery was rejected or failed; null if it was not, or an older version stored none. */
export function failureReason({ reason, auth }: Delivery): string | null {
  return reason ?? (auth === "missing" ? "no secret" : auth === "wrong" ? "wrong secret" : null);
}

/**
 * Names the deliveries that a delivery replays or duplicates; empty if there are none.
 * @param removed related deliveries that are no longer in the log
 */
export function relations({ replayOf, duplicateOf }: Delivery, removed: readonly number[] = []): string {
  const other = (seq: number): string => (removed.includes(seq) ? `${seq} (removed)` : String(seq));
  const known = [
    replayOf === null ? "" : `replay of ${other(replayOf)}`,
    duplicateOf === null ? "" : `duplicate of ${other(duplicateOf)}`,
  ];
  return known.filter((one) => one !== "").join(", ");
}

function schemaRemark({ schemaValid, outcome }: Delivery): string {
  // The reason of a rejected body already says what is wrong.
  return schemaValid !== false || outcome === "rejected" ? "" : "does not match the schema";
}
