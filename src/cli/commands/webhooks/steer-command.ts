import { Command } from "commander";
import { UsageError } from "../../../model/errors.ts";
import { runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

const dispatchHelp = "ID of the dispatch, as listed by webhooks activity";

/** Defines the commands that steer what a local hub sends: `hold`, `release`, `retry` and `drop`. */
export function steeringCommands(start: Start, idHelp: string): readonly Command[] {
  const hold = (verb: "hold" | "release", description: string) =>
    runs(
      new Command(verb).description(description).argument("<id>", idHelp),
      start,
      standardFormats,
      async (invocation, command) =>
        (await import("./steer.ts")).holdWebhook(invocation, command.processedArgs[0], verb === "hold"),
    );
  const retry = runs(
    new Command("retry")
      .description("Make the next attempt of a waiting dispatch due now (local hub)")
      .summary("Send a waiting dispatch now")
      .argument("<id>", idHelp)
      .argument("[dispatch]", dispatchHelp)
      .option("--all", "all waiting dispatches of the webhook"),
    start,
    standardFormats,
    async (invocation, command) => {
      const [webhook, dispatch] = command.processedArgs;
      const { all = false } = command.opts<{ readonly all?: boolean }>();
      if (all === (dispatch !== undefined)) {
        throw new UsageError({
          what: all ? "retry takes a dispatch or --all, not both" : "retry needs a dispatch",
          hint: "Give the ID of a dispatch, as listed by webhooks activity, or --all",
        });
      }
      const steer = await import("./steer.ts");
      return all
        ? steer.retryDispatches(invocation, webhook)
        : steer.steerDispatch(invocation, "retry", { webhook, dispatch });
    },
  );
  const drop = runs(
    new Command("drop")
      .description(
        "Give up a dispatch that waits or is held (local hub). It stays in the activity, and can be replayed",
      )
      .summary("Drop a waiting dispatch")
      .argument("<id>", idHelp)
      .argument("<dispatch>", dispatchHelp),
    start,
    standardFormats,
    async (invocation, command) => {
      const [webhook, dispatch] = command.processedArgs;
      return (await import("./steer.ts")).steerDispatch(invocation, "drop", { webhook, dispatch });
    },
  );
  return [
    hold("hold", "Hold the dispatches of a webhook of the local hub until release, also after a restart"),
    hold("release", "Release the dispatches of a held webhook"),
    retry,
    drop,
  ];
}
