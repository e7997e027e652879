import type { JobRun } from "../../model/job.ts";
import { duration } from "../../text/duration.ts";
import { shortenId } from "../../text/identifiers.ts";
import type { Line, Span, Tone } from "../../text/line.ts";
import { span } from "../../text/line.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { shellLine } from "../../text/shell-word.ts";
import { truncate } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { v, visible } from "../../text/visible.ts";
import type { Column, FittedColumn } from "../../tui/components/table.ts";
import { tableRow } from "../../tui/components/table.ts";

type Name = "stage" | "id" | "age" | "took" | "command" | "by";

export const jobColumns: readonly Column<Name>[] = [
  { name: "stage", title: v`state`, width: 12 },
  { name: "id", title: v`id`, width: 10, drop: 2 },
  { name: "age", title: v`age`, width: 6, align: "right" },
  { name: "took", title: v`took`, width: 7, align: "right", drop: 1 },
  { name: "command", title: v`command`, width: 14, grow: 3 },
  { name: "by", title: v`started by`, width: 18, drop: 3 },
];

const looks: Readonly<Record<string, readonly [glyph: Visible, tone: Tone]>> = {
  SCHEDULING: [v`⋯`, "muted"],
  RUNNING: [v`▶`, "accent"],
  COMPLETED: [v`✓`, "ok"],
  CANCELED: [v`⊘`, "muted"],
  ERROR: [v`✗`, "error"],
};

/** Draws the stage with a glyph. */
export function stageSpan({ stage }: JobRun): Span {
  const [glyph, tone] = looks[stage] ?? [v`·`, "muted"];
  return span(v`${glyph} ${stage.toLowerCase()}`, tone);
}

/** Draws a run as a row. */
export function jobRow(
  run: JobRun,
  columns: readonly FittedColumn<Name>[],
  width: number,
  selected: boolean,
  nowMs: number,
): Line {
  return tableRow(columns, width, selected, (name, room) => cell(run, name, room, nowMs));
}

function cell(run: JobRun, name: Name, width: number, nowMs: number): Span {
  switch (name) {
    case "stage":
      return stageSpan(run);
    case "id":
      return span(shortenId(run.id), "muted");
    case "age":
      return span(run.createdAt === null ? v`` : relativeTime(Date.parse(run.createdAt), nowMs), "muted");
    case "took":
      return span(took(run, nowMs), "muted");
    case "command":
      return span(truncate(visible(shellLine(run.command)), width));
    case "by":
      return span(run.webhookId === null ? v`` : v`webhook ${shortenId(run.webhookId)}`, "muted");
  }
}

function took({ startedAt, finishedAt }: JobRun, nowMs: number): Visible {
  if (startedAt === null) return v``;
  const endMs = finishedAt === null ? nowMs : Date.parse(finishedAt);
  return duration(Math.max(0, endMs - Date.parse(startedAt)));
}
