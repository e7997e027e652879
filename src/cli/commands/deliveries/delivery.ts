import { type Delivery, isFailure } from "../../../model/delivery.ts";
import { duration } from "../../../text/duration.ts";
import { type Line, type Tone, fitLine, line, lineWidth, span } from "../../../text/line.ts";
import { byteSize } from "../../../text/numbers.ts";
import { padEnd, padStart, truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Column } from "../../output/table.ts";

/** Returns the JSON shape of a delivery in `deliveries ls` and `tail`. Only `show` has the reason. */
export function rowJson(delivery: Delivery): Omit<Delivery, "reason"> {
  const { reason: _, ...row } = delivery;
  return row;
}

/** Maximum columns of a route or an event in a line of `receive`. */
const longestName = 40;
/** Maximum columns of a reason or a repo in a line of `receive`. */
const longestWhat = 300;

/** Columns of `deliveries ls`. */
export const deliveryColumns: readonly Column<Delivery>[] = [
  { title: "SEQ", cell: ({ seq }) => String(seq), align: "right" },
  // To the second, in a form that --since accepts.
  { title: "RECEIVED", cell: ({ receivedAt }) => receivedAt.replace(/\.\d+Z$/, "Z"), tone: () => "muted" },
  { title: "STATUS", cell: ({ status }) => (status === null ? "-" : String(status)), align: "right", tone },
  { title: "OUTCOME", cell: ({ outcome }) => outcome, tone },
  { title: "ROUTE", cell: ({ route }) => route ?? "-", cut: true },
  { title: "EVENT", cell: eventText, cut: true },
  { title: "REPO", cell: repoText, cut: true },
  { title: "SIZE", cell: ({ bytes }) => byteSize(bytes), align: "right" },
  {
    title: "TOOK",
    cell: ({ durationMs }) => (durationMs === null ? "-" : duration(durationMs)),
    align: "right",
  },
  { title: "REMARK", cell: remark, tone: () => "warn", cut: true },
];

/**
 * Formats a delivery for `tail`, in columns of fixed width.
 * @param width maximum columns of the line; null: nothing is cut
 */
export function tailLine(delivery: Delivery, width: number | null): Line {
  const { seq, receivedAt, status, outcome, route, durationMs } = delivery;
  const remarks = remark(delivery);
  const drawn = line(
    span(v`${padStart(visible(String(seq)), 6)}  `),
    span(v`${receivedAt.slice(11, 23)}  `, "muted"),
    span(v`${padStart(visible(String(status ?? "-")), 3)} ${padEnd(visible(outcome), 11)}  `, tone(delivery)),
    span(v`${padEnd(visible(route ?? "-"), 10)}  `),
    span(v`${padEnd(visible(eventText(delivery)), 25)}  ${repoText(delivery)}`),
    span(durationMs === null ? v`` : v`  ${duration(durationMs)}`, "muted"),
    span(remarks === "" ? v`` : v`  ${remarks}`, "warn"),
  );
  return width !== null && lineWidth(drawn) > width ? fitLine(drawn, width) : drawn;
}

/** Formats a delivery for `receive`; a reason replaces the repo. */
export function receivedLine(delivery: Delivery): Line {
  const { seq, receivedAt, status, outcome, route, durationMs, nextAttemptAt } = delivery;
  const reason = failureReason(delivery);
  const state =
    nextAttemptAt === null ? outcome : `next attempt ${new Date(nextAttemptAt).toTimeString().slice(0, 8)}`;
  const what = reason ?? repoText(delivery);
  return line(
    // In local time.
    span(v`${new Date(receivedAt).toTimeString().slice(0, 8)}  `, "muted"),
    span(v`${padEnd(visible(`#${seq}`), 6)}  `, "muted"),
    span(v`${padEnd(visible(String(status ?? "-")), 3)}  `, tone(delivery)),
    span(v`${padEnd(truncate(visible(route ?? "-"), longestName), 10)}  `),
    span(v`${padEnd(truncate(visible(eventText(delivery)), longestName), 25)}  `),
    span(truncate(visible(what), longestWhat), reason === null ? "plain" : "error"),
    span(durationMs === null ? v`  ${state}` : v`  ${duration(durationMs)}`, "muted"),
  );
}

/** Returns `repo.content.update`, or a dash if the payload has no event. */
export function eventText({ event }: Pick<Delivery, "event">): string {
  return event === null ? "-" : `${event.scope}.${event.action}`;
}

/** Returns `dataset:me/corpus`, or a dash if the payload has no repo. */
export function repoText({ repo }: Pick<Delivery, "repo">): string {
  return repo === null ? "-" : `${repo.type}:${repo.name}`;
}

/** Returns the reason, next attempt, relations and schema violation of a delivery; empty if it has none. */
export function remark(delivery: Delivery): string {
  const remarks = [
    failureReason(delivery) ?? "",
    waitRemark(delivery),
    relations(delivery),
    schemaRemark(delivery),
  ];
  return remarks.filter((one) => one !== "").join(", ");
}

function waitRemark({ nextAttemptAt }: Delivery): string {
  return nextAttemptAt === null ? "" : `next attempt ${nextAttemptAt.replace(/\.\d+Z$/, "Z")}`;
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

function tone(delivery: Delivery): Tone {
  if (isFailure(delivery)) return "error";
  return delivery.outcome === "pending" ? "warn" : "ok";
}
