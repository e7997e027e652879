import { Command } from "commander";
import type { ReportFormat } from "../../../policy/report/review/report-formats.ts";
import type { ReviewReport } from "../../../policy/report/review/review-report.ts";
import {
  addGlobalOptions,
  type DefineCommand,
  namedAlone,
  runs,
  type Start,
} from "../../command-line/command.ts";
import { type Formats, standardFormats } from "../../output/formats.ts";
import { keysHelp } from "./seal-commands.ts";

/** Formats of `policy review export`. */
const exportFormats: Readonly<Record<ReportFormat, Formats<ReviewReport>[string]>> = {
  markdown: async () => (await import("./review-export.ts")).printReport("markdown"),
  html: async () => (await import("./review-export.ts")).printReport("html"),
};

const commands: Readonly<Record<string, DefineCommand>> = {
  ls: defineLs,
  check: defineCheck,
  export: defineExport,
};

const pathsHelp = "files, directories (searched recursively) and patterns";

/** Defines `policy review …`. */
export function defineReview(start: Start, args: readonly string[]): Command {
  const review = new Command("review")
    .description("List and report the reviews of policies, and fail while a part is open")
    .summary("List, check and report reviews");
  for (const define of namedAlone(commands, args[0])) review.addCommand(define(start, args.slice(1)));
  return addGlobalOptions(review);
}

function defineLs(start: Start): Command {
  return runs(
    new Command("ls")
      .description(
        "List each clause, and the general provisions, with the verdicts: by whom, and whether it was edited since",
      )
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
        "List what is open of clauses and general provisions: flagged, with different verdicts, edited after its verdict, or not reviewed. " +
          "Exits with code 1 if there is one, or if a policy or its review cannot be read",
      )
      .summary("Fail while a part is open")
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

function defineExport(start: Start): Command {
  return runs(
    new Command("export")
      .description(
        "Report the review of a policy: what is open, changes since HEAD, matrix, findings, decisions with their discussions, and receipts. " +
          "Format html is a self-contained, printable page. " +
          "Exits with code 1 if the policy has errors, or a part of its review cannot be read",
      )
      .summary("Report the review of a policy")
      .argument("<path>", "policy")
      .option("-o, --output <file>", "write to this file instead of stdout")
      .option("--force", "replace an existing file")
      .option(
        "--rev <revision>",
        "revision in git to list the changes since; main... is where this branch left main (default: HEAD)",
      )
      .option("--keys <dir>", keysHelp)
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy review export policies/healthcare.yaml
  hooklens policy review export policies/healthcare.yaml --format html -o healthcare.html
  hooklens policy review export policies/healthcare.yaml --rev v1.0`,
      ),
    start,
    exportFormats,
    async (invocation, command) =>
      (await import("./review-export.ts")).exportReview(invocation, command.processedArgs[0], command.opts()),
  );
}
