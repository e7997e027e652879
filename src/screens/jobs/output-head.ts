import type { JobRun } from "../../model/job.ts";
import { stageSpan } from "../../tables/jobs.ts";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { shellLine } from "../../text/shell-word.ts";
import { v } from "../../text/visible.ts";

/** Draws the lines above the output of a run: its state and command, and how many lines are not shown. */
export function outputHead(run: JobRun | null, dropped: number): readonly Line[] {
  const what = run === null ? [] : [stateLine(run)];
  if (dropped === 0) return what;
  const left = v` ${plural(dropped, "earlier line")}; run hooklens jobs logs to print all`;
  return [...what, line(span(left, "muted"))];
}

function stateLine(run: JobRun): Line {
  const why = run.ended && run.message !== null ? [span(v` ${run.message}`, "error")] : [];
  return line(span(v` `), stageSpan(run), ...why, span(v`  ${shellLine(run.command)}`, "muted"));
}
