import { Command } from "commander";
import { type Launch, addGlobalOptions } from "../../command-line/command.ts";

/** `hooklens engine`: the process the app starts for itself. Nobody else should. */
export function defineEngine(launch: Launch): Command {
  const engine = new Command("engine")
    .description("The app's own receiver and local hub. Started by the app, and ends with it.")
    .requiredOption("--roles <roles>", "hub, receiver, or both with a comma");
  return addGlobalOptions(engine).action(
    launch(
      async (invocation, command) =>
        (await import("./engine.ts")).runEngine(invocation, command.opts<{ roles: string }>().roles),
      { guardsItself: true },
    ),
  );
}
