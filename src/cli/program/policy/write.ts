import { Command, Option } from "commander";
import { verticals } from "../../../policy/policy.ts";
import { addGlobalOptions } from "../global-options.ts";
import type { Launch } from "../launch.ts";

/** `hooklens policy new` */
export function defineNew(launch: Launch): Command {
  return addGlobalOptions(
    new Command("new")
      .description(
        "Write a policy to be filled in: YAML with a comment for each field, eight clauses begun, and the line by which editors " +
          "complete and check it. policy check names each blank that is left.",
      )
      .summary("write a policy to be filled in")
      .addOption(
        new Option("--vertical <vertical>", "the branch whose regulations it is about")
          .choices(verticals)
          .makeOptionMandatory(),
      )
      .option("-o, --output <file>", "write to this file instead of stdout")
      .option("--schema <where>", "where editors find the schema (default: the one of this installation)")
      .option("--force", "replace that file if it is there"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens policy new --vertical healthcare -o policies/healthcare.yaml`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("../../commands/policy-new.ts")).newPolicy(invocation, command.opts()),
      ),
    );
}

/** `hooklens policy fix` */
export function defineFix(launch: Launch): Command {
  return addGlobalOptions(
    new Command("fix")
      .description(
        "Put right what can only be meant one way: misspelt keys and values, labels that are not their axis's. Comments and layout " +
          "stay. Ends with 1 when an error is left.",
      )
      .summary("put right what can only be meant one way")
      .argument("<path...>", "files, folders (with what is below) and patterns")
      .option("--dry-run", "write nothing; print the change as a diff that patch and git apply read")
      .option("--rule <id>", "fix only what policy check lists under this id")
      .option("--unsafe", "also where something else can have been meant"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens policy fix policies/ --dry-run
  hooklens policy fix policies/healthcare.yaml --rule axis-label-mismatch`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("../../commands/policy-fix.ts")).fixPolicies(
          invocation,
          command.processedArgs[0],
          command.opts(),
        ),
      ),
    );
}
