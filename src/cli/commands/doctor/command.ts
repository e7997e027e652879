import { Command } from "commander";
import { runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

/** Defines `hooklens doctor`. */
export function defineDoctor(start: Start): Command {
  return runs(
    new Command("doctor")
      .description(
        "Check configuration, connectivity and data, with a fix for each problem; exits with code 1 if a check fails",
      )
      .summary("Check configuration, connectivity and data"),
    start,
    standardFormats,
    async (invocation) => (await import("./doctor.ts")).doctor(invocation),
    { despiteConfigError: true },
  );
}
