import type { JobLogLine } from "../../../model/job.ts";
import { jobTable } from "../../../tables/jobs.ts";
import { programSpans } from "../../../terminal/sgr.ts";
import { lastOverwrite } from "../../../text/last-overwrite.ts";
import { line } from "../../../text/line.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { Output } from "../../output/output.ts";
import { printedColumns, tableLines } from "../../output/table.ts";
import { findJobId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";

/** Option of the commands about runs, as typed. */
interface NamespaceOption {
  readonly namespace?: string;
}

/** Runs `jobs ls`. */
export async function listJobs(
  { settings, output, print }: Invocation,
  { namespace }: NamespaceOption,
): Promise<void> {
  await useHub({ settings, output, creates: false }, async ({ client, name }) => {
    const runs = await client.listJobs(namespace);
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

/**
 * Runs `jobs cancel ID`. Returns exit code 0, or 1 if the run had ended already.
 */
export async function cancelJob(
  { settings, output, print }: Invocation,
  typed: string,
  { namespace }: NamespaceOption,
): Promise<number> {
  return useHub({ settings, output }, async ({ client }) => {
    const id = await findJobId(client, typed, namespace);
    const before = await client.getJob(id, namespace);
    const run = before.ended ? before : await client.cancelJob(id, namespace);
    await print({
      table: () => [
        before.ended
          ? v`Run ${id} had ended already: ${run.stage}`
          : run.ended
            ? v`Run ${id} ended: ${run.stage}`
            : v`Run ${id} is asked to end, and is still ${run.stage}`,
      ],
      json: () => run,
      quiet: () => [run.id],
    });
    return before.ended ? 1 : 0;
  });
}

/** Output of a run, line by line. */
export type JobLog = AsyncIterable<JobLogLine>;

/** Runs `jobs logs ID`. */
export async function printJobLog(
  { settings, output, print }: Invocation<JobLog>,
  typed: string,
  { namespace }: NamespaceOption,
): Promise<void> {
  await useHub({ settings, output, creates: false }, async ({ client, running }) => {
    const id = await findJobId(client, typed, namespace);
    await print(client.jobLog(id, undefined, namespace));
    const { ended, stage, message } = await client.getJob(id, namespace);
    const why = message === null ? v`` : v` (${message})`;
    if (ended) output.note(v`Job ${id} ended: ${stage}${why}`);
    else if (running) output.note(v`Job ${id} is still ${stage}${why}`);
    else output.note(v`Job ${id} waits until hooklens hub runs.`);
  });
}

/** Prints one JSON object per line, with the text as the program printed it. */
export async function logJson(log: JobLog, output: Output): Promise<void> {
  for await (const line of log) await output.write(`${machineJson(line)}\n`);
}

/** Prints the lines for a person, without what they overwrote. A pipe receives it too. */
export async function logText(log: JobLog, output: Output): Promise<void> {
  const isTerminal = output.columns !== null;
  for await (const { text } of log) {
    await output.writeLines([line(...programSpans(isTerminal ? lastOverwrite(text) : text))]);
  }
}
