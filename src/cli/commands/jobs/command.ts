import { Command } from "commander";
import { addGlobalOptions, repeated, runs, type Start } from "../../command-line/command.ts";
import { type Formats, standardFormats } from "../../output/formats.ts";
import type { JobLog } from "./jobs.ts";

/** Formats of `jobs logs`. */
const logFormats: Formats<JobLog> = {
  table: async () => (await import("./jobs.ts")).logText,
  json: async () => (await import("./jobs.ts")).logJson,
  quiet: async () => (await import("./jobs.ts")).logText,
};

/** Defines `hooklens jobs …`. */
export function defineJobs(start: Start): Command {
  const jobs = new Command("jobs")
    .description(
      "Run Jobs, list their runs and print their output. A local hub runs them as processes on this machine: " +
        "it records the image but does not use it, and a Job can read all your files.",
    )
    .summary("Run Jobs, list and print their runs")
    .addHelpText("after", runHelp);
  jobs.addCommand(
    runs(
      new Command("ls").alias("list").description("List the Job runs of your account, newest first"),
      start,
      standardFormats,
      async (invocation) => (await import("./jobs.ts")).listJobs(invocation),
    ),
  );
  jobs.addCommand(
    runs(
      new Command("run")
        .description("Run a command as a Job and print the ID of the run without waiting for it to end")
        .argument("<command...>", "command and its arguments, after --")
        .option("--image <image>", "Docker image", "python:3.12")
        .option("--env <name=value>", "environment variable (repeatable)", repeated)
        .option("--timeout <seconds>", "stop the run after this time (default on a local hub: 1800)")
        .addHelpText("after", runHelp),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./jobs.ts")).runJob(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  jobs.addCommand(
    runs(
      new Command("logs")
        .description("Print the output of a run from its beginning until it ends")
        .argument("<id>", "ID of the run, or enough of it: 6390b or 6390…de93b")
        .addHelpText("after", logsHelp),
      start,
      logFormats,
      async (invocation, command) =>
        (await import("./jobs.ts")).printJobLog(invocation, command.processedArgs[0]),
    ),
  );
  return addGlobalOptions(jobs);
}

const runHelp = `
Examples:
  hooklens jobs run -- python -c 'print("hello")'
  hooklens jobs logs $(hooklens jobs run --format quiet -- make test)
  hooklens webhooks create --job-id 687f911eaea852de79c4a50a --watch dataset:me/corpus`;

const logsHelp = `
With --format json, prints one JSON object per line: {"at": "2026-11-20T10:00:00.000Z", "text": "hello"}.
The result of the run is printed on stderr. The exit code is 0 if the output could be read, even if the run failed.`;
