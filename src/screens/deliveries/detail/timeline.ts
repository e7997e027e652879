import type { Attempt, DeliveryDetail } from "../../../model/delivery.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { duration } from "../../../text/duration.ts";
import { line, type Span, span } from "../../../text/line.ts";
import { padStart } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import type { WholeLine } from "../../../tui/viewer/text-content.ts";
import { secretWords } from "../head/delivery-header.ts";
import { statusSpan } from "./attempt-lines.ts";
import { prose } from "./sections.ts";

/** Columns of a time: `10:11:16.579`. */
const timeColumns = 12;

/**
 * Lists the events of a delivery, with times relative to its receipt. A step without a stored time has none.
 */
export function timelineLines(detail: DeliveryDetail, zone: TimeZone): readonly WholeLine[] {
  const { receivedAt, remote, auth, attempts } = detail;
  const receivedAtMs = Date.parse(receivedAt);
  return [
    step(clock(receivedAtMs, zone), span(v`received from ${remote}`)),
    step(v``, span(v`${secretWords[auth]}`, auth === "ok" || auth === "open" ? "plain" : "error")),
    step(v``, span(v`stored`)),
    ...attempts.flatMap((attempt) => attemptSteps(attempt, receivedAtMs)),
    ...endSteps(detail, receivedAtMs, zone),
  ];
}

function attemptSteps(attempt: Attempt, receivedAtMs: number): readonly WholeLine[] {
  const { target, startedAt, durationMs, error } = attempt;
  const startMs = Date.parse(startedAt) - receivedAtMs;
  return [
    step(after(startMs), span(v`sent to ${target}`)),
    step(
      after(startMs + durationMs),
      statusSpan(attempt),
      span(error === null ? v`` : v` ${error}`, "error"),
      span(v` · ${duration(durationMs)}`, "muted"),
    ),
  ];
}

function endSteps(detail: DeliveryDetail, receivedAtMs: number, zone: TimeZone): readonly WholeLine[] {
  const { outcome, attempts, response, durationMs, nextAttemptAt, dead, status, reason } = detail;
  if (nextAttemptAt !== null) {
    const nextMs = Date.parse(nextAttemptAt);
    return [
      step(after(nextMs - receivedAtMs), span(v`next attempt at ${clock(nextMs, zone).slice(0, 8)}`, "warn")),
    ];
  }
  if (outcome === "pending") {
    return [step(v``, span(attempts.length > 0 ? v`trying again` : v`waiting for the response`, "warn"))];
  }
  if (dead) return [step(v``, span(v`given up after ${attempts.length} attempts`, "error"))];
  const time = durationMs === null ? v`` : after(durationMs);
  if (outcome === "superseded") return [step(time, span(visible(reason ?? outcome), "muted"))];
  if (attempts.length > 0) return [];
  if (outcome === "interrupted") return [step(time, span(v`interrupted: the receiver ended`, "error"))];
  if (status === null) return [];
  const by = response === null ? v`` : v` by ${response.by === "receiver" ? "the receiver" : response.by}`;
  return [step(time, statusSpan({ status }), span(v` answered${by}`))];
}

function step(time: Visible, ...spans: readonly Span[]): WholeLine {
  return prose(line(span(padStart(time, timeColumns), "muted"), span(v`  `), ...spans), timeColumns + 2);
}

function clock(atMs: number, zone: TimeZone): Visible {
  return visible(dateTime(atMs, zone).slice(-timeColumns));
}

/** Formats a time after the receipt. Clocks may be set back in between. */
function after(ms: number): Visible {
  return ms < 0 ? v`−${duration(-ms)}` : v`+${duration(ms)}`;
}
