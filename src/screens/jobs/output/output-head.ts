import type { JobRun } from "../../../model/job.ts";
import { stageSpan } from "../../../tables/jobs.ts";
import type { Line } from "../../../text/line.ts";
import { line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { v } from "../../../text/visible.ts";
import type { JobLog } from "../state.ts";

/**
 * Draws the lines above the output of a run: its state and command, why it cannot be read, and how many lines are
 * not shown.
 * @param run run whose state is not visible elsewhere; null if it is
 */
export function outputHead(run: JobRun | null, { dropped, error }: JobLog): readonly Line[] {
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
