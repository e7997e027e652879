import type { DispatchAttempt, DispatchDetail } from "../../../model/dispatch.ts";
import type { LastRun } from "../../../model/webhook-activity.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { reasonOfCode } from "../../../text/connection-reason.ts";
import { duration } from "../../../text/duration.ts";
import { span, type Line, blank, line } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows } from "../../../tui/dialogs/box.ts";
import type { Dialog, Floating } from "../../../tui/records/screen.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { linesContent } from "../../../tui/viewer/text-content.ts";
import { drawViewer } from "../../../tui/viewer/view.ts";
import { payloadLines } from "../../payload-lines.ts";
import { responseLines } from "../../response-lines.ts";
import { type DispatchPage, dispatchKind } from "../state/dispatch-page.ts";
import { currentDispatch } from "../state/shown-activity.ts";

/** Returns the columns of the content, without border and padding: 10 to 110. */
function wideBoxColumns(state: AppState): number {
  return contentColumns(state, 110);
}

export const dispatchDialog: Dialog<DispatchPage> = {
  kind: "dispatch",
  helpTitle: "Dispatch attempts",
  hasListKeys: true,
  showsDisabledReason: true,
  viewer: dispatchViewer,
  copyText: (state) => currentDispatch(state)?.id.toString() ?? null,
  box: dispatchBox,
};

function dispatchViewer(state: AppState, page: DispatchPage): PaneViewer | null {
  const { detail, viewer } = page;
  if (detail === null) return null;
  return {
    state: viewer,
    // The list is read again when a run ends.
    content: dispatchContent(detail, currentDispatch(state)?.run ?? null, shownZone(state)),
    size: { columns: wideBoxColumns(state), rows: contentRows(state) },
    y: 0,
    put: (moved) => dispatchKind.put({ ...page, viewer: moved }),
  };
}

/** Draws the attempts and the payload of a dispatch, or the reason for their absence. */
function dispatchBox(state: AppState, page: DispatchPage): Floating {
  const width = wideBoxColumns(state);
  const { detail, error, id } = page;
  const viewer = dispatchViewer(state, page);
  if (detail === null || viewer === null) {
    const text = error === null ? span(v`Loading…`, "muted") : span(v`✗ ${error}`, "error");
    return box(state, { title: v`Dispatch ${id}`, lines: wrapWords(text, width), cursor: null, width });
  }
  const { lines, caret, position } = drawViewer(viewer.state, viewer.content, viewer.size, true);
  const { event, repo } = detail;
  return box(state, {
    title: v`Dispatch ${id}: ${event.scope} ${event.action} of ${repo.type}:${repo.name}`,
    lines,
    cursor: caret === null ? null : { x: caret, y: 0 },
    width,
    position,
  });
}

/** Columns before the later rows of a wrapped fact. */
const wrapIndent = 4;

/** Creates the content of a dispatch: its attempts, newest first, with their responses, and the payload. */
export const dispatchContent = memo(
  (detail: DispatchDetail, run: LastRun | null, zone: TimeZone): ViewerContent => {
    const { createdAt, messageId, attempts, payload } = detail;
    const facts = [
      line(span(v`created ${dateTime(Date.parse(createdAt), zone)}`, "muted")),
      line(span(v`webhook-id ${messageId}`, "muted")),
      ...runLines(run),
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
  },
);

/** Draws the last run of a Job that the dispatch started. */
function runLines(run: LastRun | null): readonly Line[] {
  if (run === null) return [];
  const isFailed = run.stage === "ERROR";
  const reason = run.message === null ? "" : `: ${run.message}`;
  return [line(span(v`run ${run.id} ${run.stage.toLowerCase()}${reason}`, isFailed ? "error" : "muted"))];
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
    ...(error === null ? [] : [line(span(v`  ${reasonOfCode(error)}`, "error"))]),
    ...(nextAttemptAt === null
      ? []
      : [line(span(v`  next attempt ${dateTime(Date.parse(nextAttemptAt), zone, "second")}`, "warn"))]),
    ...responseLines({ headers: attempt.answerHeaders, body: attempt.answer }),
    blank,
  ];
}
