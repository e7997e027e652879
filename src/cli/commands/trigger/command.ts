import { Command } from "commander";
import { type Launch, addGlobalOptions, repeated } from "../../command-line/command.ts";

/** `hooklens trigger …` */
export function defineTrigger(launch: Launch): Command {
  return addGlobalOptions(
    new Command("trigger")
      .description("Make an event happen on a local hub: every webhook that watches it is sent a payload.")
      .summary("make an event happen on a local hub")
      .argument("<scope.action>", "repo.create, repo.content.update, discussion.comment.create, …")
      .requiredOption("--repo <type:owner/name>", "the repo it happens to")
      .option("--set <path=value>", "change the payload: discussion.title=Hello (repeatable)", repeated)
      .option("--payload <file>", "use this JSON file in place of the synthetic payload")
      .option("--from <seq>", "use the payload of this logged delivery")
      .option("--count <n>", "how many times")
      .option("--rate <n/s>", "at most so many a second"),
  )
    .addHelpText(
      "after",
      `
A value of --set is JSON where it reads as JSON, else a text.

Examples:
  hooklens trigger repo.content.update --repo dataset:me/corpus
  hooklens trigger discussion.create --repo model:me/net --set discussion.title='Wrong labels'
  hooklens trigger repo.update --repo dataset:me/corpus --count 100 --rate 10/s`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("./trigger.ts")).trigger(
          invocation,
          command.processedArgs[0],
          command.opts<{ repo: string }>(),
        ),
      ),
    );
}
