import type { JobRun } from "../../model/job.ts";
import { imageText, stageSpan } from "../../tables/jobs.ts";
import { dateTime, type TimeZone } from "../../text/clock-time.ts";
import type { Line } from "../../text/line.ts";
import { span } from "../../text/line.ts";
import { shellLine } from "../../text/shell-word.ts";
import { v, visible } from "../../text/visible.ts";
import { type Fact, factLines } from "../../tui/components/facts.ts";

/** Draws the facts of a run, without those that the hub does not state. */
export function jobDetail(run: JobRun, width: number, zone: TimeZone): readonly Line[] {
  const { id, message, command, flavor, webhookId, createdAt, startedAt, finishedAt } = run;
  const tone = run.stage === "ERROR" ? "error" : "plain";
  const timeOf = (at: string | null) => (at === null ? null : dateTime(Date.parse(at), zone, "second"));
  const text = (label: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [{ label, value: [span(visible(value))] }];
  return factLines(
    [
      ...text("id", id),
      { label: "state", value: [stageSpan(run)] },
      ...(message === null ? [] : [{ label: "message", value: [span(v`${message}`, tone)] }]),
      ...text("command", shellLine(command)),
      ...text("image", imageText(run)),
      ...text("flavor", flavor),
      ...text("webhook", webhookId),
      ...text("created", timeOf(createdAt)),
      ...text("started", timeOf(startedAt)),
      ...text("ended", timeOf(finishedAt)),
    ],
    width,
  );
}
