import { Command } from "commander";
import { runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

/** Defines `hooklens config …`. */
export function defineConfig(start: Start): Command {
  const config = runs(
    new Command("config")
      .description("Print the value and the source of each setting")
      .summary("Print and edit the settings"),
    start,
    standardFormats,
    async (invocation) => (await import("./show.ts")).showConfig(invocation),
  );
  config.addCommand(
    runs(
      new Command("keys").description("Print the commands of the app with their IDs and keys"),
      start,
      standardFormats,
      async (invocation) => (await import("./keys.ts")).showKeys(invocation),
    ),
  );
  config.addCommand(
    runs(
      new Command("edit").description(
        "Edit the config file in $VISUAL, $EDITOR or vi, and check it afterwards; creates the file if it does not exist",
      ),
      start,
      standardFormats,
      async (invocation) => (await import("./edit.ts")).editConfig(invocation),
      { despiteConfigError: true },
    ),
  );
  return config;
}
