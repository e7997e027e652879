import { Command } from "commander";
import { type Launch, addGlobalOptions } from "../../command-line/command.ts";

/** `hooklens doctor` */
export function defineDoctor(launch: Launch): Command {
  return addGlobalOptions(
    new Command("doctor")
      .description(
        "Say what is configured, what is reachable and what is broken, with the fix for each. Ends with 1 when something is broken.",
      )
      .summary("what is configured, reachable and broken"),
  ).action(
    launch(async (invocation) => (await import("./doctor.ts")).doctor(invocation), {
      despiteConfigError: true,
    }),
  );
}
