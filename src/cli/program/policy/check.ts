import { Command, Option } from "commander";
import { addGlobalOptions } from "../global-options.ts";
import type { Launch } from "../launch.ts";

const checkFormats = ["text", "quiet", "json", "sarif", "junit", "github"] as const;
/** What `policy check` can report as. */
export type CheckFormat = (typeof checkFormats)[number];

/** `hooklens policy check` */
export function defineCheck(launch: Launch): Command {
  return addGlobalOptions(
    new Command("check")
      .description(
        "Say all that is wrong with policies: with their text, by the schema, and by the rules across fields. " +
          "Ends with 1 when a file has an error.",
      )
      .summary("say what is wrong with policies")
      .argument("<path...>", "files, folders (with what is below) and patterns; - for stdin")
      .addOption(
        new Option(
          "--format <format>",
          "text with the lines each finding is about, quiet: the names of the files that fail, or for programs",
        ).choices(checkFormats),
      )
      .option("--schema-only", "leave the rules across fields out")
      .option("--strict", "warnings fail too")
      .option("--watch", "go on, and check again what is saved"),
    ["--format"],
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens policy check policies/
  hooklens policy check 'policies/**/*.yaml' --strict --format sarif > policies.sarif
  git show main:policies/healthcare.yaml | hooklens policy check -`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("../../commands/policy-check.ts")).checkPolicies(
          invocation,
          command.processedArgs[0],
          command.opts(),
        ),
      ),
    );
}
