import type { DispatchAttempt, DispatchDetail } from "../../../model/dispatch.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { reasonOfCode } from "../../../text/connection-reason.ts";
import { duration } from "../../../text/duration.ts";
import type { Line } from "../../../text/line.ts";
import { blank, line, span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { v } from "../../../text/visible.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import { linesContent } from "../../../tui/viewer/text-content.ts";
import { payloadLines } from "../../payload-lines.ts";
import { responseLines } from "../../response-lines.ts";

/** Columns before the later rows of a wrapped fact. */
const wrapIndent = 4;

/** Creates the content of a dispatch: its attempts, newest first, with their responses, and the payload. */
export const dispatchContent = memo((detail: DispatchDetail, zone: TimeZone): ViewerContent => {
  const { createdAt, messageId, attempts, payload } = detail;
  const facts = [
    line(span(v`created ${dateTime(Date.parse(createdAt), zone)}`, "muted")),
    line(span(v`webhook-id ${messageId}`, "muted")),
    blank,
    ...(attempts.length === 0 ? [line(span(v`No attempts yet.`, "muted"))] : []),
    ...attempts
      .map((attempt, index) => attemptLines(attempt, index + 1, zone))
      .toReversed()
      .flat(),
    line(span(v`Payload`, "strong")),
  ];
  return linesContent([
    ...facts.map((row) => ({ line: row, indent: wrapIndent })),
    ...payloadLines(new TextEncoder().encode(payload)),
  ]);
});

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
    ...(error === null ? [] : [line(span(v`  ${reasonOfCode(error)}`, "error"))]),
    ...(nextAttemptAt === null
      ? []
      : [line(span(v`  next attempt ${dateTime(Date.parse(nextAttemptAt), zone, "second")}`, "warn"))]),
    ...responseLines({ headers: attempt.answerHeaders, body: attempt.answer }),
    blank,
  ];
}
