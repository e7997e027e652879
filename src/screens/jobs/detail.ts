import { rerunLabel } from "../../model/job-rerun.ts";
import type { JobRun } from "../../model/job.ts";
import { imageText, stageSpan } from "../../tables/jobs.ts";
import { dateTime, type TimeZone } from "../../text/clock-time.ts";
import { duration } from "../../text/duration.ts";
import { clickable, type Line, span } from "../../text/line.ts";
import { shellLine } from "../../text/shell-word.ts";
import { v, visible } from "../../text/visible.ts";
import { type Fact, factLines } from "../../tui/components/facts.ts";
import { keySpan } from "../../tui/frame/key-label.ts";
import type { Registry } from "../../tui/registry.ts";

/** Draws the facts of a run, without those that the hub does not state. */
export function jobDetail(run: JobRun, width: number, zone: TimeZone, registry: Registry): readonly Line[] {
  const { id, namespace, message, command, flavor, timeoutSeconds, createdAt, startedAt, finishedAt } = run;
  const tone = run.stage === "ERROR" ? "error" : "plain";
  // The message of a running run on the local hub is the first line of its output.
  const why = run.stage === "RUNNING" ? null : message;
  const { [rerunLabel]: rerunOf = null, ...labels } = run.labels;
  const timeOf = (at: string | null) => (at === null ? null : dateTime(Date.parse(at), zone, "second"));
  const text = (label: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [{ label, value: [span(visible(value))] }];
  return factLines(
    [
      ...text("id", id),
      { label: "state", value: [stageSpan(run)] },
      ...(why === null ? [] : [{ label: "message", value: [span(v`${why}`, tone)] }]),
      ...text("command", shellLine(command)),
      ...originFacts(run, registry),
      ...text("rerun of", rerunOf),
      ...text("image", imageText(run)),
      ...text("flavor", flavor),
      ...text("timeout", timeoutSeconds === null ? null : duration(timeoutSeconds * 1000)),
      ...text("namespace", namespace),
      ...Object.entries(labels).flatMap(([name, value]) => text("label", `${name}=${value}`)),
      ...text("created", timeOf(createdAt)),
      ...text("started", timeOf(startedAt)),
      ...text("ended", timeOf(finishedAt)),
    ],
    width,
  );
}

/** Draws the webhook and the dispatch that started a run, with the key that shows them. */
function originFacts({ webhookId, dispatchId }: JobRun, registry: Registry): readonly Fact[] {
  if (webhookId === null) return [];
  const opens = { command: "jobs.show-origin" };
  return [
    {
      label: "webhook",
      value: clickable(opens, [span(v`${webhookId} `), keySpan(registry, "jobs.show-origin")]),
    },
    ...(dispatchId === null
      ? []
      : [{ label: "dispatch", value: clickable(opens, [span(v`${dispatchId}`)]) }]),
  ];
}
