import { Command } from "commander";
import { type Launch, addGlobalOptions, repeated } from "../../command-line/command.ts";

/** `hooklens jobs …` */
export function defineJobs(launch: Launch): Command {
  const jobs = new Command("jobs")
    .description(
      "Run Jobs, see which ran, and read their output. A local hub runs them as processes of this machine: " +
        "the image is recorded and not used, and a Job can read what you can read.",
    )
    .summary("run Jobs, and read their output");
  jobs.addCommand(
    addGlobalOptions(
      new Command("ls").description("List the runs of Jobs of your account, newest first."),
    ).action(launch(async (invocation) => (await import("./jobs.ts")).listJobs(invocation))),
  );
  jobs.addCommand(
    addGlobalOptions(
      new Command("run")
        .description("Run a command as a Job, and print the id of the run without waiting for its end.")
        .argument("<command...>", "the command and its arguments, behind --")
        .option("--image <image>", "the Docker image", "python:3.12")
        .option("--env <name=value>", "a variable of its environment (repeatable)", repeated)
        .option("--timeout <seconds>", "stop it after so long (a local hub: 1800 unless given)"),
    )
      .addHelpText("after", runHelp)
      .action(
        launch(async (invocation, command) =>
          (await import("./jobs.ts")).runJob(invocation, command.processedArgs[0], command.opts()),
        ),
      ),
  );
  jobs.addCommand(
    addGlobalOptions(
      new Command("logs")
        .description("Print the output of a run, from its beginning until it has ended.")
        .argument("<id>", "the run's id"),
    )
      .addHelpText("after", logsHelp)
      .action(
        launch(async (invocation, command) =>
          (await import("./jobs.ts")).printJobLog(invocation, command.processedArgs[0]),
        ),
      ),
  );
  return addGlobalOptions(jobs).addHelpText("after", runHelp);
}

const runHelp = `
Examples:
  hooklens jobs run -- python -c 'print("hello")'
  hooklens jobs logs $(hooklens jobs run --format quiet -- make test)
  hooklens webhooks create --job-id 687f911eaea852de79c4a50a --watch dataset:me/corpus`;

const logsHelp = `
With --format json each line is one JSON object a line: {"at": "2026-11-20T10:00:00.000Z", "text": "hello"}.
How the run ended is said on stderr; the exit code tells only whether its output could be read.`;
