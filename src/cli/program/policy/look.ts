import { Command, Option } from "commander";
import { addGlobalOptions } from "../global-options.ts";
import type { Launch } from "../launch.ts";

const matrixFormats = ["table", "json", "csv", "md", "html"] as const;
/** What `policy matrix` can be written as. */
export type MatrixFormat = (typeof matrixFormats)[number];

/** `hooklens policy show` */
export function defineShow(launch: Launch): Command {
  return addGlobalOptions(
    new Command("show")
      .description(
        "Show what a policy is and demands: coverage with its slack and single supports, thresholds, receipt chain, clauses. " +
          "Of one with errors what can be read is shown, and it ends with 1.",
      )
      .summary("show a policy with its coverage")
      .argument("<path>", "the policy; - for stdin"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens policy show policies/healthcare.yaml
  hooklens policy show policies/healthcare.yaml --format json | jq .coverage`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("../../commands/policy-show.ts")).showPolicy(invocation, command.processedArgs[0]),
      ),
    );
}

/** `hooklens policy matrix` */
export function defineMatrix(launch: Launch): Command {
  return addGlobalOptions(
    new Command("matrix")
      .description(
        "Draw which clause answers for which axis: the shade is the weight, the glyph the enforcement. " +
          "html is one page that needs nothing else, with the findings and every rationale, and prints well.",
      )
      .summary("draw clauses by axes")
      .argument("<path>", "the policy; - for stdin")
      .addOption(new Option("--format <format>", "what to write (default: table)").choices(matrixFormats))
      .option("-o, --output <file>", "write to this file instead of stdout")
      .option("--force", "replace that file if it is there"),
    ["--format"],
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens policy matrix policies/healthcare.yaml
  hooklens policy matrix policies/healthcare.yaml --format html -o healthcare.html`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("../../commands/policy-matrix.ts")).showMatrix(
          invocation,
          command.processedArgs[0],
          command.opts(),
        ),
      ),
    );
}

/** `hooklens policy diff` */
export function defineDiff(launch: Launch): Command {
  return addGlobalOptions(
    new Command("diff")
      .description(
        "Say what changed between two versions of a policy, and which way: ▼ weakened, ▲ strengthened, = only changed. " +
          "Ends with 1 when anything is weaker than it was.",
      )
      .summary("say what changed between two versions")
      .argument("<old>", "the older version; - for stdin")
      .argument("<new>", "the newer version; - for stdin"),
  )
    .addHelpText(
      "after",
      `
Examples:
  git show main:policies/healthcare.yaml | hooklens policy diff - policies/healthcare.yaml`,
    )
    .action(
      launch(async (invocation, command) => {
        const [before, after] = command.processedArgs;
        return (await import("../../commands/policy-diff.ts")).comparePolicies(invocation, before, after);
      }),
    );
}
