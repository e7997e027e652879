import type { JobLogLine } from "../../../model/job.ts";
import { jobTable } from "../../../tables/jobs.ts";
import { programSpans } from "../../../terminal/sgr.ts";
import { lastOverwrite } from "../../../text/last-overwrite.ts";
import { line } from "../../../text/line.ts";
import { machineJson } from "../../../text/machine-json.ts";
import { v } from "../../../text/visible.ts";
import { command, commandIn } from "../../command-line/command-record.ts";
import type { Formats } from "../../output/formats.ts";
import type { Output } from "../../output/output.ts";
import { printedColumns, tableLines } from "../../output/table.ts";
import { findJobId } from "../find-id.ts";
import { useHub } from "../use-hub.ts";
import { idHelp, namespaceOption } from "./run-help.ts";

export const ls = command("jobs ls|list", {
  options: namespaceOption,
  async run({ settings, output, print }, { namespace }) {
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
  },
});

export const cancel = command("jobs cancel <id>", {
  arguments: { "<id>": idHelp },
  options: namespaceOption,
  help: `
The exit code is 1 if the run had ended already.`,
  async run({ settings, output, print }, { id: typed, namespace }) {
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
  },
});

/** Output of a run, line by line. */
type JobLog = AsyncIterable<JobLogLine>;

const logFormats: Formats<JobLog> = {
  table: () => logText,
  json: () => logJson,
  quiet: () => logText,
};

export const logs = commandIn(logFormats, "jobs logs <id>", {
  arguments: { "<id>": idHelp },
  options: namespaceOption,
  help: `
With --format json, prints one JSON object per line: {"at": "2026-11-20T10:00:00.000Z", "text": "hello"}.
The result of the run is printed on stderr. The exit code is 0 if the output could be read, even if the run failed.`,
  async run({ settings, output, print }, { id: typed, namespace }) {
    await useHub({ settings, output, creates: false }, async ({ client, running }) => {
      const id = await findJobId(client, typed, namespace);
      await print(client.jobLog(id, undefined, namespace));
      const { ended, stage, message } = await client.getJob(id, namespace);
      const why = message === null ? v`` : v` (${message})`;
      if (ended) output.note(v`Job ${id} ended: ${stage}${why}`);
      else if (running) output.note(v`Job ${id} is still ${stage}${why}`);
      else output.note(v`Job ${id} waits until hooklens hub runs.`);
    });
  },
});

/** Prints one JSON object per line, with the unchanged text of the program. */
async function logJson(log: JobLog, output: Output): Promise<void> {
  for await (const line of log) await output.write(`${machineJson(line)}\n`);
}

/** Prints the lines as a terminal shows them, without overwritten text, also to a pipe. */
async function logText(log: JobLog, output: Output): Promise<void> {
  const isTerminal = output.columns !== null;
  for await (const { text } of log) {
    await output.writeLines([line(...programSpans(isTerminal ? lastOverwrite(text) : text))]);
  }
}
