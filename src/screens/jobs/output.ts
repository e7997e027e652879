import type { JobLogLine, JobRun } from "../../model/job.ts";
import { stageSpan } from "../../tables/jobs.ts";
import { programSpans, programText } from "../../terminal/sgr.ts";
import { type TimeZone, timeOfDay } from "../../text/clock-time.ts";
import { type Line, line, type Span, span } from "../../text/line.ts";
import { memo } from "../../text/memo.ts";
import { plural } from "../../text/numbers.ts";
import { shellLine } from "../../text/shell-word.ts";
import { v, visible, type Visible } from "../../text/visible.ts";
import { isPaneShown, paneSize } from "../../tui/layout.ts";
import { shownZone } from "../../tui/state/preferences.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { ViewerContent } from "../../tui/viewer/content.ts";
import { fitHead } from "../../tui/viewer/head.ts";
import type { PaneViewer } from "../../tui/viewer/pane-viewer.ts";
import { textContent } from "../../tui/viewer/text-content.ts";
import { jobsArrangement, shownJob } from "./select.ts";
import { type JobLog, jobsSlice, viewLog } from "./state.ts";

/** Returns the viewer of the open log; null if none is open. */
export function logViewer(state: AppState): PaneViewer | null {
  const { log } = jobsSlice.get(state);
  if (log === null) return null;
  const { columns, rows } = paneSize(state, jobsArrangement, "output");
  const y = outputHeadLines(state).length;
  return {
    state: log.viewer,
    content: outputContent(log.lines, log.unfinished, shownZone(state)),
    size: { columns, rows: Math.max(1, rows - y) },
    y,
    put: viewLog,
  };
}

/** Returns the lines above the output: the state of its run, unless visible elsewhere, and omissions. */
export function outputHeadLines(state: AppState): readonly Line[] {
  const { log } = jobsSlice.get(state);
  if (log === null) return [];
  const run = isPaneShown(state, jobsArrangement, "detail") ? null : shownJob(state);
  return fitHead(outputHead(run, log), paneSize(state, jobsArrangement, "output"));
}

/**
 * Draws the lines above a run's output: its state and command, a read error, and the number of omitted lines.
 * @param run run whose state is not visible elsewhere, or null
 */
function outputHead(run: JobRun | null, { dropped, error }: JobLog): readonly Line[] {
  const left = v` ${plural(dropped, "earlier line")}; run hooklens jobs logs to print all`;
  return [
    ...(run === null ? [] : [stateLine(run)]),
    ...(error === null ? [] : [line(span(v` ✗ ${error}`, "error"))]),
    ...(dropped === 0 ? [] : [line(span(left, "muted"))]),
  ];
}

function stateLine(run: JobRun): Line {
  const why = run.ended && run.message !== null ? [span(v` ${run.message}`, "error")] : [];
  return line(span(v` `), stageSpan(run), ...why, span(v`  ${shellLine(run.command)}`, "muted"));
}

/** Columns of the time before a line, and of the space after it. */
const timeColumns = 9;

/** Creates the content of a run's output. The unfinished line is its last. */
const outputContent = memo(
  (lines: readonly JobLogLine[], unfinished: JobLogLine | null, zone: TimeZone): ViewerContent => {
    const lineAt = (index: number) => lines[index] ?? unfinished;
    return textContent({
      // Lines are only appended until the first one is dropped. An unfinished line changes.
      source: unfinished ?? lines[0] ?? lines,
      count: lines.length + (unfinished === null ? 0 : 1),
      grows: true,
      at(index) {
        const text = lineAt(index)?.text ?? "";
        const time = span(timeText(lineAt(index), zone), "muted");
        const shown = programSpans(text);
        return {
          line: line(time, ...(text.startsWith("=====") ? shown.map(muted) : shown)),
          lead: time.text.length,
          indent: timeColumns,
          isProse: true,
        };
      },
      // Formatting the time of 300,000 lines would take seconds.
      textAt: (index) => programText(lineAt(index)?.text ?? ""),
    });
  },
);

function timeText(one: JobLogLine | null, zone: TimeZone): Visible {
  const at = one?.at ?? null;
  return at === null ? visible(" ".repeat(timeColumns)) : v`${timeOfDay(Date.parse(at), zone)} `;
}

function muted(one: Span): Span {
  return { ...one, tone: "muted" };
}
