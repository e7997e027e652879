import type { JobRun } from "../../model/job.ts";
import type { JobContext } from "../../tables/jobs.ts";
import type { Line } from "../../text/line.ts";
import { type FittedColumn, tableRow } from "../../tui/components/table.ts";

/** Draws a run as a row. */
export function jobRow(
  run: JobRun,
  columns: readonly FittedColumn<JobRun, JobContext>[],
  width: number,
  selected: boolean,
  nowMs: number,
): Line {
  return tableRow(columns, width, selected, run, { nowMs });
}
