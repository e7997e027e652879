import { Command } from "commander";
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
  const steer = (verb: "retry" | "drop", description: string, summary: string) =>
    runs(
      new Command(verb)
        .description(description)
        .summary(summary)
        .argument("<id>", idHelp)
        .argument("<dispatch>", dispatchHelp),
      start,
      standardFormats,
      async (invocation, command) => {
        const [webhook, dispatch] = command.processedArgs;
        return (await import("./steer.ts")).steerDispatch(invocation, verb, { webhook, dispatch });
      },
    );
  return [
    hold("hold", "Hold the dispatches of a webhook of the local hub until release, also after a restart"),
    hold("release", "Release the dispatches of a held webhook"),
    steer(
      "retry",
      "Make the next attempt of a waiting dispatch due now (local hub)",
      "Send a waiting dispatch now",
    ),
    steer(
      "drop",
      "Give up a dispatch that waits or is held (local hub). It stays in the activity, and can be replayed",
      "Drop a waiting dispatch",
    ),
  ];
}
