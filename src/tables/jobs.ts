import type { JobRun, JobStage } from "../model/job.ts";
import { duration } from "../text/duration.ts";
import { shortenId } from "../text/identifiers.ts";
import { type Span, span, type Tone } from "../text/line.ts";
import { relativeTime } from "../text/relative-time.ts";
import { shellLine } from "../text/shell-word.ts";
import { v, type Visible, visible } from "../text/visible.ts";
import { idColumn, type Table } from "./column.ts";
import { orDash, printTime } from "./values.ts";

export interface JobContext {
  readonly nowMs: number;
}

export const jobTable = {
  name: "jobs",
  columns: {
    stage: {
      title: v`state`,
      heading: v`STAGE`,
      width: 12,
      cell: stageSpan,
      print: ({ stage }) => span(visible(stage), stageStyle(stage).tone),
      order: ({ stage }) => stage,
    },
    id: idColumn,
    created: {
      title: v`created`,
      timed: true,
      width: 7,
      cell: ({ createdAt }, { nowMs }) => span(relativeTime(Date.parse(createdAt ?? ""), nowMs), "muted"),
      print: ({ createdAt }) => span(printTime(createdAt), "muted"),
      order: ({ createdAt }) => (createdAt === null ? null : Date.parse(createdAt)),
    },
    took: {
      title: v`took`,
      timed: true,
      width: 7,
      align: "right",
      drop: 1,
      cell: (run, { nowMs }) => span(took(run, nowMs), "muted"),
      // The time of a live run is still unknown, and the row must not move with the clock.
      order: ({ startedAt, finishedAt }) =>
        startedAt === null || finishedAt === null ? null : Date.parse(finishedAt) - Date.parse(startedAt),
    },
    command: {
      title: v`command`,
      width: 14,
      grow: 3,
      cell: ({ command }) => span(visible(shellLine(command))),
      order: ({ command }) => shellLine(command),
    },
    by: {
      title: v`started by`,
      width: 18,
      grow: 0,
      drop: 3,
      leavesEmpty: true,
      cell: ({ webhookId }) => span(webhookId === null ? v`` : v`webhook ${webhookId}`, "muted"),
      short: ({ webhookId }) => (webhookId === null ? v`` : v`webhook ${shortenId(webhookId)}`),
      print: ({ webhookId }) => orDash(webhookId === null ? null : `webhook ${webhookId}`),
      order: ({ webhookId }) => webhookId,
    },
    message: {
      title: v`message`,
      width: 12,
      grow: 1,
      drop: 4,
      leavesEmpty: true,
      cell: ({ message, ended }) => span(visible((ended ? message : null) ?? ""), "muted"),
      print: ({ message, ended }) => orDash(ended ? message : null),
      order: ({ message, ended }) => (ended ? message : null),
    },
    image: {
      title: v`image`,
      width: 12,
      grow: 1,
      drop: 5,
      cell: (run) => span(visible(imageText(run) ?? "")),
      order: imageText,
    },
    flavor: {
      title: v`flavor`,
      width: 9,
      drop: 5,
      cell: ({ flavor }) => span(visible(flavor ?? "")),
      order: ({ flavor }) => flavor,
    },
  },
  shown: ["stage", "id", "created", "took", "command", "by", "message"],
  printed: ["id", "stage", "created", "command", "by", "message"],
} satisfies Table<JobRun, JobContext>;

/** Names the image of a run, or the Space with its image; null if the hub omits both. */
export function imageText({ image, space }: Pick<JobRun, "image" | "space">): string | null {
  return image ?? (space === null ? null : `Space ${space}`);
}

interface StageStyle {
  readonly glyph: Visible;
  readonly tone: Tone;
}

const stageStyles: Readonly<Record<string, StageStyle>> = {
  SCHEDULING: { glyph: v`⋯`, tone: "muted" },
  RUNNING: { glyph: v`▶`, tone: "accent" },
  COMPLETED: { glyph: v`✓`, tone: "ok" },
  CANCELED: { glyph: v`⊘`, tone: "muted" },
  ERROR: { glyph: v`✗`, tone: "error" },
} satisfies Readonly<Record<JobStage, StageStyle>>;

/** Returns the style of a stage, including newer stages of the Hub. */
export function stageStyle(stage: string): StageStyle {
  return stageStyles[stage] ?? { glyph: v`·`, tone: "muted" };
}

/** Draws the stage with a glyph. */
export function stageSpan({ stage }: JobRun): Span {
  const { glyph, tone } = stageStyle(stage);
  return span(v`${glyph} ${stage.toLowerCase()}`, tone);
}

function took({ startedAt, finishedAt }: JobRun, nowMs: number): Visible {
  if (startedAt === null) return v``;
  const endMs = finishedAt === null ? nowMs : Date.parse(finishedAt);
  return duration(Math.max(0, endMs - Date.parse(startedAt)));
}
