import { Command } from "commander";
import { addGlobalOptions } from "./global-options.ts";
import type { Launch } from "./launch.ts";

/** `hooklens doctor` */
export function defineDoctor(launch: Launch): Command {
  return addGlobalOptions(
    new Command("doctor")
      .description(
        "Say what is configured, what is reachable and what is broken, with the fix for each. Ends with 1 when something is broken.",
      )
      .summary("what is configured, reachable and broken"),
  ).action(
    launch(async (invocation) => (await import("../commands/doctor.ts")).doctor(invocation), {
      despiteConfigError: true,
    }),
  );
}

/** `hooklens engine`: the process the app starts for itself. Nobody else should. */
export function defineEngine(launch: Launch): Command {
  const engine = new Command("engine")
    .description("The app's own receiver and local hub. Started by the app, and ends with it.")
    .requiredOption("--roles <roles>", "hub, receiver, or both with a comma");
  return addGlobalOptions(engine).action(
    launch(
      async (invocation, command) =>
        (await import("../commands/engine.ts")).runEngine(
          invocation,
          command.opts<{ roles: string }>().roles,
        ),
      { guardsItself: true },
    ),
  );
}
