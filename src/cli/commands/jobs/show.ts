import { rerunLabel } from "../../../model/job-rerun.ts";
import type { JobFacts } from "../../../model/job.ts";
import { imageText, stageSpan } from "../../../tables/jobs.ts";
import { printTime } from "../../../tables/values.ts";
import { duration } from "../../../text/duration.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { findJobId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { idHelp, namespaceOption } from "./run-help.ts";

export const show = command("jobs show|inspect <id>", {
  arguments: { "<id>": idHelp },
  options: namespaceOption,
  async run({ settings, output, print }, { id: typed, namespace }) {
    await useHub({ settings, output, creates: false }, async ({ client }) => {
      const run = await client.getJob(await findJobId(client, typed, namespace), namespace);
      await print({ table: () => factLines(run), json: () => run, quiet: () => [run.id] });
    });
  },
});

/** Formats the facts of a run, one line for each that the hub states. */
function factLines(run: JobFacts): readonly Visible[] {
  const { environment, labels, timeoutSeconds } = run;
  const { [rerunLabel]: rerunOf = null, ...others } = labels;
  const facts: readonly (readonly [label: string, value: string | null])[] = [
    ["id", run.id],
    ["namespace", run.namespace],
    ["state", stageSpan(run).text],
    ["message", run.message],
    ["command", shellLine(run.command)],
    ["image", imageText(run)],
    ["flavor", run.flavor],
    ["timeout", timeoutSeconds === null ? null : duration(timeoutSeconds * 1000)],
    ["webhook", run.webhookId],
    ["dispatch", run.dispatchId],
    ["rerun of", rerunOf],
    ...pairs("label", others),
    ["created", timeText(run.createdAt)],
    ["started", timeText(run.startedAt)],
    ["ended", timeText(run.finishedAt)],
    ...pairs("variable", environment),
    ...run.secrets.map((name) => ["secret", name] as const),
  ];
  return facts.flatMap(([label, value]) =>
    value === null ? [] : [v`${padEnd(visible(label), 10)} ${value}`],
  );
}

function pairs(label: string, values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, value]) => [label, `${name}=${value}`] as const);
}

function timeText(at: string | null): string | null {
  return at === null ? null : printTime(at);
}
