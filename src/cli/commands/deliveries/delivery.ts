import type { Delivery } from "../../../model/delivery.ts";
import { failureReason, remark } from "../../../tables/deliveries.ts";
import { styleOf } from "../../../tables/outcome-styles.ts";
import { eventText, repoText } from "../../../tables/values.ts";
import { duration } from "../../../text/duration.ts";
import { type Line, fitLine, line, lineWidth, span } from "../../../text/line.ts";
import { padEnd, padStart, truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";

/** Line of `deliveries tail`. */
export interface TailRow {
  /** Returns the text for a person, of at most `width` columns. */
  readonly line: (width: number | null) => Line;
  readonly json: unknown;
  readonly seq: number;
}

/** Maximum columns of a route or an event in a line of `receive`. */
const longestName = 40;
/** Maximum columns of a reason or a repo in a line of `receive`. */
const longestWhat = 300;

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
    span(
      v`${padStart(visible(String(status ?? "-")), 3)} ${padEnd(visible(outcome), 11)}  `,
      styleOf(delivery).tone,
    ),
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
    span(v`${padEnd(visible(String(status ?? "-")), 3)}  `, styleOf(delivery).tone),
    span(v`${padEnd(truncate(visible(route ?? "-"), longestName), 10)}  `),
    span(v`${padEnd(truncate(visible(eventText(delivery)), longestName), 25)}  `),
    span(truncate(visible(what), longestWhat), reason === null ? "plain" : "error"),
    span(durationMs === null ? v`  ${state}` : v`  ${duration(durationMs)}`, "muted"),
  );
}
