import type { JobLogLine } from "../../model/job.ts";
import { shortenId } from "../../text/identifiers.ts";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { shellLine } from "../../text/shell-word.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { v } from "../../text/visible.ts";
import { wrapLine } from "../../text/wrap.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { stageSpan } from "./row.ts";
import { shownJob, type JobLog, jobsSlice, jobsLayout } from "./state.ts";

/** Columns of the time before a line. */
const timeColumns = 9;

/** Draws the output of a run: its end while following, otherwise from the scroll position. */
export function jobLogPane(state: AppState, log: JobLog): readonly Line[] {
  const { columns, detailRows } = jobsLayout(state);
  const rowsOf = (one: JobLogLine): readonly Line[] => {
    const drawn = logLine(one);
    return jobsSlice.get(state).wrap ? wrapLine(drawn, columns, timeColumns) : [drawn];
  };
  return [headLine(state, log), noteLine(log), ...windowOf(log, detailRows, rowsOf)];
}

function headLine(state: AppState, { id }: JobLog): Line {
  const run = shownJob(state);
  if (run === null) return line(span(v` Run ${id}`, "strong"));
  const why = run.ended && run.message !== null ? [span(v` ${run.message}`, "error")] : [];
  return line(
    span(v` ${shortenId(id)}  `, "strong"),
    stageSpan(run),
    ...why,
    span(v`  ${shellLine(run.command)}`, "muted"),
  );
}

function noteLine({ lines, dropped, complete }: JobLog): Line {
  const left = dropped === 0 ? v`` : v` · ${plural(dropped, "earlier line")}; hooklens jobs logs prints all`;
  const live = complete ? v`` : v` · live`;
  return line(span(v` ${plural(lines.length, "line")}${left}${live}`, "muted"));
}

/** Lays out only the visible lines of the log. */
function windowOf(
  { lines, top }: JobLog,
  rows: number,
  rowsOf: (one: JobLogLine) => readonly Line[],
): readonly Line[] {
  const seen: Line[] = [];
  if (top === null) {
    for (let index = lines.length - 1; index >= 0 && seen.length < rows; index--) {
      const one = lines[index];
      if (one !== undefined) seen.unshift(...rowsOf(one));
    }
    return seen.slice(-rows);
  }
  for (const one of lines.slice(top, top + rows)) seen.push(...rowsOf(one));
  return seen.slice(0, rows);
}

function logLine({ at, text }: JobLogLine): Line {
  const ours = text.startsWith("=====");
  // The hub splits lines, so a text has no line breaks, but it may contain tabs.
  const [shown = v``] = visibleLines(text);
  return line(span(v`${(at ?? "").slice(11, 19)} `, "muted"), span(shown, ours ? "muted" : "plain"));
}
