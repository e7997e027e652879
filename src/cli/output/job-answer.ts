import type { JobRun } from "../../model/job.ts";
import type { Tone } from "../../text/line.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { shellLine } from "../../text/shell-word.ts";
import type { Column } from "./table.ts";

const tones: Readonly<Record<string, Tone>> = {
  COMPLETED: "ok",
  ERROR: "error",
  CANCELED: "muted",
  RUNNING: "accent",
};

/** The columns of `jobs ls`. */
export function jobColumns(nowMs: number): readonly Column<JobRun>[] {
  return [
    { title: "ID", cell: ({ id }) => id },
    { title: "STAGE", cell: ({ stage }) => stage, tone: ({ stage }) => tones[stage] ?? "plain" },
    {
      title: "AGE",
      cell: ({ createdAt }) => relativeTime(Date.parse(createdAt ?? ""), nowMs),
      align: "right",
    },
    { title: "COMMAND", cell: ({ command }) => shellLine(command), cut: true },
    { title: "STARTED BY", cell: ({ webhookId }) => (webhookId === null ? "-" : `webhook ${webhookId}`) },
    { title: "MESSAGE", cell: ({ message, ended }) => (ended ? (message ?? "-") : "-"), cut: true },
  ];
}
