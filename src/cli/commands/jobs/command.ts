import { Command } from "commander";
import { defaultFlavor, defaultImage } from "../../../model/job.ts";
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
    .summary("Run, rerun, cancel and list Jobs")
    .addHelpText("after", runHelp);
  const namespace = ["--namespace <name>", "account or organization of the run (default: yours)"] as const;
  jobs.addCommand(
    runs(
      new Command("ls")
        .alias("list")
        .description("List the Job runs of your account, newest first")
        .option(...namespace),
      start,
      standardFormats,
      async (invocation, command) => (await import("./jobs.ts")).listJobs(invocation, command.opts()),
    ),
  );
  jobs.addCommand(
    runs(
      startOptions(
        new Command("run")
          .description("Run a command as a Job and print the ID of the run without waiting for it to end")
          .argument("<command...>", "command and its arguments, after --"),
      )
        .option(...namespace)
        .addHelpText("after", runHelp),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./start.ts")).runJob(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  jobs.addCommand(
    runs(
      startOptions(
        new Command("rerun")
          .description("Start a Job again with the command, image, variables and payload of a run")
          .argument("<id>", "ID of the run, or enough of it: 6390b or 6390…de93b")
          .argument("[command...]", "another command and its arguments, after --"),
      )
        .option(
          "--payload <file>",
          "JSON payload in place of that of the event, as WEBHOOK_PAYLOAD; - reads stdin",
        )
        .option(...namespace)
        .addHelpText("after", rerunHelp),
      start,
      standardFormats,
      async (invocation, command) => {
        const [id, other] = command.processedArgs;
        return (await import("./start.ts")).rerunJob(invocation, id, other, command.opts());
      },
    ),
  );
  jobs.addCommand(
    runs(
      new Command("cancel")
        .description("End a run, whose output is kept")
        .argument("<id>", "ID of the run, or enough of it: 6390b or 6390…de93b")
        .option(...namespace)
        .addHelpText("after", cancelHelp),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./jobs.ts")).cancelJob(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  jobs.addCommand(
    runs(
      new Command("inspect")
        .description("Print the facts of a run: command, image, variables, labels, times and what started it")
        .argument("<id>", "ID of the run, or enough of it: 6390b or 6390…de93b")
        .option(...namespace),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./inspect.ts")).inspectJob(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  jobs.addCommand(
    runs(
      new Command("logs")
        .description("Print the output of a run from its beginning until it ends")
        .argument("<id>", "ID of the run, or enough of it: 6390b or 6390…de93b")
        .option(...namespace)
        .addHelpText("after", logsHelp),
      start,
      logFormats,
      async (invocation, command) =>
        (await import("./jobs.ts")).printJobLog(invocation, command.processedArgs[0], command.opts()),
    ),
  );
  return addGlobalOptions(jobs);
}

/** Adds the options of a new run. */
function startOptions(command: Command): Command {
  return command
    .option("--image <image>", `Docker image (default for a new run: ${defaultImage})`)
    .option("--space <owner/name>", "Space whose image the run uses, instead of --image")
    .option("--flavor <flavor>", `hardware (default for a new run: ${defaultFlavor})`)
    .option("--env <name=value>", "environment variable (repeatable)", repeated)
    .option("--secret <name=value>", "secret: the text, @FILE or env:NAME (repeatable)", repeated)
    .option("--timeout <seconds>", "stop the run after this time (default: 1800)")
    .option("-y, --yes", "start it without asking, also if it costs money");
}

const runHelp = `
On a hub that charges for Jobs, the command shows the price and asks first. Without a terminal it needs --yes.

Examples:
  hooklens jobs run -- python -c 'print("hello")'
  hooklens jobs logs $(hooklens jobs run --format quiet -- make test)
  hooklens webhooks create --job-id 687f911eaea852de79c4a50a --watch dataset:me/corpus`;

const rerunHelp = `
Hubs do not return secrets: give those of the run again with --secret. WEBHOOK_SECRET of the webhook that started
the run is added.
Examples:
  hooklens jobs rerun 687f911eaea852de79c4a50a
  hooklens jobs rerun 687f911eaea852de79c4a50a --env EPOCHS=1 --payload event.json
  hooklens jobs rerun 687f911eaea852de79c4a50a -- python train.py --dry-run`;

const cancelHelp = `
The exit code is 1 if the run had ended already.`;

const logsHelp = `
With --format json, prints one JSON object per line: {"at": "2026-11-20T10:00:00.000Z", "text": "hello"}.
The result of the run is printed on stderr. The exit code is 0 if the output could be read, even if the run failed.`;
