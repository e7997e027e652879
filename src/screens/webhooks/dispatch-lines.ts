import type { DispatchAttempt, DispatchDetail } from "../../model/dispatch.ts";
import { dateTime, type TimeZone } from "../../text/clock-time.ts";
import { duration } from "../../text/duration.ts";
import type { Line } from "../../text/line.ts";
import { blank, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapLine } from "../../text/wrap.ts";
import { payloadLines } from "../payload-lines.ts";
import { responseLines } from "../response-lines.ts";

/** Lines of each dispatch at the last width and zone, cached because every scroll draws them again. */
const cache = new WeakMap<DispatchDetail, { readonly key: string; readonly lines: readonly Line[] }>();

/** Formats a dispatch: its attempts, newest first, with their responses, and the payload. */
export function dispatchLines(detail: DispatchDetail, width: number, zone: TimeZone): readonly Line[] {
  const known = cache.get(detail);
  const key = `${width} ${zone}`;
  if (known?.key === key) return known.lines;
  const { createdAt, messageId, attempts, payload } = detail;
  const lines = [
    line(span(v`created ${dateTime(Date.parse(createdAt), zone)} · webhook-id ${messageId}`, "muted")),
    blank,
    ...(attempts.length === 0 ? [line(span(v`No attempts yet.`, "muted"))] : []),
    ...attempts
      .map((attempt, index) => attemptLines(attempt, index + 1, zone))
      .toReversed()
      .flat(),
    line(span(v`Payload`, "strong")),
    ...payloadLines(new TextEncoder().encode(payload)).map(({ line }) => line),
  ].flatMap((row) => wrapLine(row, width, 4));
  cache.set(detail, { key, lines });
  return lines;
}

function attemptLines(attempt: DispatchAttempt, number: number, zone: TimeZone): readonly Line[] {
  const { target, startedAt, status, error, durationMs, replay, jobRun, nextAttemptAt } = attempt;
  const succeeded = error === null && (jobRun !== null || (status !== null && status < 300));
  const result = jobRun === null ? (status ?? "—") : `run ${jobRun}`;
  return [
    line(
      span(v`Attempt ${number}`, "strong"),
      span(v` ${succeeded ? "✓" : "✗"} ${result}`, succeeded ? "ok" : "error"),
      span(v`${replay ? " · replay" : ""} · ${duration(durationMs)}`),
    ),
    line(span(v`  at ${dateTime(Date.parse(startedAt), zone)}`, "muted")),
    line(span(v`  to ${target}`, "muted")),
    ...(error === null ? [] : [line(span(v`  ${error}`, "error"))]),
    ...(nextAttemptAt === null
      ? []
      : [line(span(v`  next attempt ${dateTime(Date.parse(nextAttemptAt), zone, "second")}`, "warn"))]),
    ...responseLines({ headers: attempt.answerHeaders, body: attempt.answer }),
    blank,
  ];
}
