import { Command } from "commander";
import { repeated, runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

/** Defines `hooklens trigger`. */
export function defineTrigger(start: Start): Command {
  return runs(
    new Command("trigger")
      .description(
        "Trigger an event on a local hub, which sends a payload to every webhook that watches the repo",
      )
      .summary("Trigger an event on a local hub")
      .argument("[scope.action]", "event: repo.create, repo.content.update, discussion.comment.create, …")
      .option("--repo <type:owner/name>", "repo of the event")
      .option("--template <name>", "trigger the event of a saved template with its payload")
      .option("--templates", "list the saved templates")
      .option("--set <path=value>", "change the payload: discussion.title=Hello (repeatable)", repeated)
      .option("--payload <file>", "use this JSON file instead of the synthetic payload")
      .option("--from <seq>", "use the payload of this delivery in the log")
      .option("--count <n>", "number of events (default 1)")
      .option("--rate <n/s>", "maximum events per second")
      .option("--dry-run", "print the payload and the webhooks it would reach, send nothing")
      .addHelpText(
        "after",
        `
Without a template, the event and --repo are required; with one, they replace those of the template.
The value of --set is JSON if it parses as JSON, else text.

Examples:
  hooklens trigger repo.content.update --repo dataset:me/corpus
  hooklens trigger discussion.create --repo model:me/net --set discussion.title='Wrong labels'
  hooklens trigger discussion.create --repo model:me/net --set discussion.num=7 --dry-run
  hooklens trigger --template push-to-main
  hooklens trigger repo.update --repo dataset:me/corpus --count 100 --rate 10/s`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./trigger.ts")).trigger(invocation, command.processedArgs[0], command.opts()),
  );
}
