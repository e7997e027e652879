import { UsageError } from "../../../model/errors.ts";
import type { JobDraft, JobLogLine } from "../../../model/job.ts";
import { jobTable } from "../../../tables/jobs.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { v, visible } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { readCount } from "../../command-line/number-argument.ts";
import type { Output } from "../../output/output.ts";
import { printedColumns, tableLines } from "../../output/table.ts";
import { findJobId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";

/** Runs `jobs ls`. */
export async function listJobs({ settings, output, print }: Invocation): Promise<void> {
  await useHub({ settings, output }, async ({ client, name }) => {
    const runs = await client.listJobs();
    await print({
      table: () =>
        runs.length === 0
          ? [v`No Job has run on ${name}. Run one with hooklens jobs run -- COMMAND.`]
          : tableLines(printedColumns(jobTable, { nowMs: Date.now() }), runs, output.columns),
      json: () => runs,
      quiet: () => runs.map(({ id }) => id),
    });
  });
}

/** Options of `jobs run`, as typed. */
interface JobRunOptions {
  readonly image: string;
  readonly env?: readonly string[];
  readonly timeout?: string;
}

/** Runs `jobs run -- COMMAND...`. */
export async function runJob(
  { settings, output, print }: Invocation,
  command: readonly string[],
  { image, env = [], timeout }: JobRunOptions,
): Promise<void> {
  const draft: JobDraft = {
    command,
    image,
    environment: Object.fromEntries(env.map(readVariable)),
    ...(timeout === undefined ? {} : { timeoutSeconds: readCount(timeout, "--timeout") }),
  };
  await useHub({ settings, output }, async ({ client, running }) => {
    const run = await client.runJob(draft);
    await print({
      table: () => [v`${run.id}`],
      json: () => run,
      quiet: () => [run.id],
    });
    if (!running) output.note(v`The run waits until hooklens hub runs.`);
    else if (run.message !== null) output.note(v`The run is ${run.message}.`);
  });
}

function readVariable(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf("=");
  if (equals >= 1) return [text.slice(0, equals), text.slice(equals + 1)];
  throw new UsageError({
    what: `"${text}" is not a variable`,
    hint: "Write name=value, for example --env EPOCHS=3",
  });
}

/** Output of a run, line by line. */
export type JobLog = AsyncIterable<JobLogLine>;

/** Runs `jobs logs ID`. */
export async function printJobLog(
  { settings, output, print }: Invocation<JobLog>,
  typed: string,
): Promise<void> {
  await useHub({ settings, output }, async ({ client, running }) => {
    const id = await findJobId(client, typed);
    await print(client.jobLog(id));
    const { ended, stage, message } = await client.getJob(id);
    const why = message === null ? v`` : v` (${message})`;
    if (ended) output.note(v`Job ${id} ended: ${stage}${why}`);
    else if (running) output.note(v`Job ${id} is still ${stage}${why}`);
    else output.note(v`Job ${id} waits until hooklens hub runs.`);
  });
}

/** Prints one JSON object per line. */
export async function logJson(log: JobLog, output: Output): Promise<void> {
  for await (const line of log) await output.write(`${machineJson(line)}\n`);
}

export async function logText(log: JobLog, output: Output): Promise<void> {
  for await (const { text } of log) await output.writeLines([visible(text)]);
}
