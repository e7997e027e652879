import { Command } from "commander";
import { addGlobalOptions } from "./global-options.ts";
import type { Launch } from "./launch.ts";

/** `hooklens webhooks activity …` */
export function defineActivity(launch: Launch): Command {
  return addGlobalOptions(
    new Command("activity")
      .description(
        "Show what a webhook was sent and how that went, newest first; with a dispatch, its payload and its attempts. " +
          "A hub that does not tell: what our own receiver logged of it.",
      )
      .summary("show what a webhook was sent and how that went")
      .argument("<id>", "the webhook's id")
      .argument("[dispatch]", "the id of one dispatch")
      .option("--limit <n>", "at most so many (default 50 in a table)"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1 12
  hooklens webhooks activity 65f1c0ffee65f1c0ffee65f1 --format json | jq '.[] | select(.state == "dead")'`,
    )
    .action(
      launch(async (invocation, command) => {
        const [id, dispatch] = command.processedArgs;
        const { showActivity, showDispatch } = await import("../commands/webhooks-activity.ts");
        return dispatch === undefined
          ? showActivity(invocation, id, command.opts())
          : showDispatch(invocation, id, dispatch);
      }),
    );
}

/** `hooklens webhooks replay …` */
export function defineReplay(launch: Launch): Command {
  return addGlobalOptions(
    new Command("replay")
      .description("Send a dispatch again, now, to the webhook's current URL with its current secret.")
      .summary("send a dispatch again")
      .argument("<id>", "the webhook's id")
      .argument("<dispatch>", "the dispatch's id, from webhooks activity"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens webhooks replay 65f1c0ffee65f1c0ffee65f1 12`,
    )
    .action(
      launch(async (invocation, command) => {
        const [id, dispatch] = command.processedArgs;
        return (await import("../commands/webhooks-replay.ts")).replayDispatch(invocation, id, dispatch);
      }),
    );
}
