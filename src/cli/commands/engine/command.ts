import { Command } from "commander";
import { runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

/** Defines `hooklens engine`, the hidden command that only the app runs. */
export function defineEngine(start: Start): Command {
  return runs(
    new Command("engine")
      .description("Run the receiver and the local hub for the app, until the app ends")
      .requiredOption("--roles <roles>", "hub, receiver, or both, separated by a comma"),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./engine.ts")).runEngine(invocation, command.opts<{ roles: string }>().roles),
    { guardsItself: true },
  );
}
