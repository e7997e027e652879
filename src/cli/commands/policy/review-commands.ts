import { Command } from "commander";
import {
  addGlobalOptions,
  type DefineCommand,
  namedAlone,
  runs,
  type Start,
} from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

const commands: Readonly<Record<string, DefineCommand>> = { ls: defineLs, check: defineCheck };

const pathsHelp = "files, directories (searched recursively) and patterns";

/** Defines `policy review …`. */
export function defineReview(start: Start, args: readonly string[]): Command {
  const review = new Command("review")
    .description("List the reviews of policies, and fail while a clause is open")
    .summary("List and check reviews");
  for (const define of namedAlone(commands, args[0])) review.addCommand(define(start, args.slice(1)));
  return addGlobalOptions(review);
}

function defineLs(start: Start): Command {
  return runs(
    new Command("ls")
      .description("List each clause with its verdicts: by whom, and whether it was edited since")
      .summary("List the review of each clause")
      .argument("<path...>", pathsHelp)
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy review ls policies/healthcare.yaml
  hooklens policy review ls policies/ --format json | jq '.[].clauses[] | select(.need != null)'`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./review.ts")).listReviews(invocation, command.processedArgs[0]),
  );
}

function defineCheck(start: Start): Command {
  return runs(
    new Command("check")
      .description(
        "List the open clauses: flagged, with different verdicts, edited after their verdict, or not reviewed. " +
          "Exits with code 1 if there is one, or if a policy or its review cannot be read",
      )
      .summary("Fail while a clause is open")
      .argument("<path...>", pathsHelp)
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy review check policies/`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./review.ts")).checkReviews(invocation, command.processedArgs[0]),
  );
}
