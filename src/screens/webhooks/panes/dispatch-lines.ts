import type { Dispatch, DispatchAttempt } from "../../../model/dispatch.ts";
import { reasonOfCode } from "../../../text/connection-reason.ts";
import { duration } from "../../../text/duration.ts";
import { blank, cutLine, type Line, line, type Span, span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { byteSize, plural } from "../../../text/numbers.ts";
import { relativeTime } from "../../../text/relative-time.ts";
import { v, visible } from "../../../text/visible.ts";
import { titledRule } from "../../../tui/components/titled-rule.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { payloadLines } from "../../payload-lines.ts";
import { shownActivity } from "../state/shown-activity.ts";
import { selectedWebhook } from "../state/webhooks.ts";

/** Minimum rows with empty lines and a rule between the parts. */
const roomyRows = 6;

/** Draws the state of a dispatch and the last response, in the rows of a room. */
export function dispatchLines(
  state: AppState,
  dispatch: Dispatch,
  { columns, rows }: Size,
  registry: Registry,
): readonly Line[] {
  const { detail } = shownActivity(state);
  const last = detail?.id === dispatch.id ? detail.attempts.at(-1) : undefined;
  const answer = detail === null || last === undefined ? [] : answerLines(last);
  const isRoomy = rows >= roomyRows;
  const lines = [
    ...(isRoomy ? [blank] : []),
    line(span(v`dispatch ${dispatch.id}`, "muted"), ...nextSpans(state, dispatch, registry)),
    ...(isRoomy && answer.length > 0 ? [blank, titledRule(v`answered`, columns)] : []),
    ...answer,
  ];
  if (lines.length <= rows || windowSlice.get(state).isLinear)
    return lines.map((one) => cutLine(one, columns));
  const hidden = lines.length - rows + 1;
  const more = span(
    v`… ${plural(hidden, "more line")} · ${keyOf(registry, "activity.open")} shows all`,
    "muted",
  );
  const kept = isRoomy ? [...lines.slice(0, rows - 1), line(more)] : lines.slice(0, rows);
  return kept.map((one) => cutLine(one, columns));
}

/** Announces the next attempt of a dispatch, or the reason for none, with the key that sends it. */
function nextSpans(state: AppState, dispatch: Dispatch, registry: Registry): readonly Span[] {
  const { nowMs } = windowSlice.get(state);
  const key = keyOf(registry, "activity.replay");
  const click = { command: "activity.replay" };
  const replays: Span = { ...span(v` · ${key} replays it`, "muted"), click };
  switch (dispatch.state) {
    case "waiting":
    case "retrying": {
      const { nextAttemptAt } = dispatch;
      // An overdue attempt is shown as due now.
      const atMs = nextAttemptAt === null ? nowMs : Math.max(nowMs, Date.parse(nextAttemptAt));
      return [
        span(v` · next attempt ${relativeTime(atMs, nowMs)}`, "warn"),
        { ...span(v` · ${key} sends it now`, "muted"), click },
      ];
    }
    case "held":
      return heldSpans(state, registry);
    case "over-quota":
      return [span(v` · not sent: the webhook reached its 24-hour limit`, "warn")];
    case "dead":
      return [span(v` · given up after ${plural(dispatch.attemptCount, "attempt")}`, "error"), replays];
    case "sending":
    case "sent":
      return [];
  }
}

function heldSpans(state: AppState, registry: Registry): readonly Span[] {
  const webhook = selectedWebhook(state);
  if (webhook?.held !== true) return [span(v` · held until the webhook is enabled`, "warn")];
  const key = keyOf(registry, "activity.hold");
  return [
    span(v` · held`, "warn"),
    { ...span(v` · ${key} releases all`, "muted"), click: { command: "activity.hold" } },
    {
      ...span(v` · ${keyOf(registry, "activity.replay")} sends only this one`, "muted"),
      click: { command: "activity.replay" },
    },
  ];
}

/** Draws the last answer, which every frame asks for. */
const answerLines = memo((last: DispatchAttempt): readonly Line[] => {
  const { status, error, jobRun, durationMs, answerHeaders, answer } = last;
  const succeeded = error === null && (jobRun !== null || (status !== null && status < 300));
  const result =
    error !== null
      ? reasonOfCode(error)
      : jobRun === null
        ? String(status ?? "no response")
        : `run ${jobRun} started`;
  const type = answerHeaders.find(([name]) => name.toLowerCase() === "content-type")?.[1];
  const facts = [
    ...(type === undefined ? [] : [visible(type)]),
    ...(answer.length === 0 ? [] : [byteSize(answer.length)]),
    duration(durationMs),
  ];
  return [
    line(
      span(v`${succeeded ? "✓" : "✗"} ${result}`, succeeded ? "ok" : "error"),
      span(visible(facts.map((fact) => ` · ${fact}`).join("")), "muted"),
    ),
    ...(answer.length === 0 ? [] : payloadLines(answer).map((row) => row.line)),
  ];
});
