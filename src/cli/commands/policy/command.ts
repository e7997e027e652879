import { Command, Option } from "commander";
import { verticals } from "../../../policy/policy.ts";
import {
  addGlobalOptions,
  type DefineCommand,
  namedAlone,
  runs,
  type Start,
} from "../../command-line/command.ts";
import { type Formats, standardFormats } from "../../output/formats.ts";
import { checkFormats } from "./check-formats.ts";
import type { ReadDocument } from "./document.ts";
import type { FixRun } from "./fix.ts";
import { defineReview } from "./review-commands.ts";
import { defineKeygen, defineSeal, defineSign, defineVerify } from "./seal-commands.ts";

/** Formats of `policy matrix`. */
const matrixFormats: Formats<ReadDocument> = {
  table: async () => (await import("./matrix.ts")).matrixTable,
  json: async () => (await import("./matrix.ts")).matrixDocument,
  csv: async () => (await import("./matrix.ts")).matrixCsvText,
  md: async () => (await import("./matrix.ts")).matrixMarkdownText,
  html: async () => (await import("./matrix.ts")).matrixHtml,
  quiet: async () => (await import("./matrix.ts")).matrixClauses,
};

/** Formats of `policy fix`. */
const fixFormats: Formats<FixRun> = {
  table: async () => (await import("./fix.ts")).fixText,
  json: async () => (await import("./fix.ts")).fixJson,
  quiet: async () => (await import("./fix.ts")).fixChanged,
};

const commands: Readonly<Record<string, DefineCommand>> = {
  check: defineCheck,
  show: defineShow,
  matrix: defineMatrix,
  diff: defineDiff,
  new: defineNew,
  review: defineReview,
  fix: defineFix,
  seal: defineSeal,
  sign: defineSign,
  verify: defineVerify,
  keygen: defineKeygen,
};

/** Defines `hooklens policy …`. */
export function definePolicy(start: Start, args: readonly string[]): Command {
  const policy = new Command("policy")
    .description("Check, show, compare, fix, review and seal policies, and verify their receipts")
    .summary("Check, compare, fix and seal policies");
  for (const define of namedAlone(commands, args[0])) policy.addCommand(define(start, args.slice(1)));
  return addGlobalOptions(policy);
}

function defineCheck(start: Start): Command {
  return runs(
    new Command("check")
      .description(
        "Check the syntax, the schema and the rules of policies; exits with code 1 if a file has an error",
      )
      .summary("Check policies")
      .argument("<path...>", "files, directories (searched recursively) and patterns; - for stdin")
      .option("--schema-only", "check only syntax and schema")
      .option("--strict", "fail on warnings too")
      .option("--watch", "keep running, and check each file again when it is saved")
      .addHelpText(
        "after",
        `
Format text prints the findings with their lines; quiet prints the names of the files that fail.

Examples:
  hooklens policy check policies/
  hooklens policy check 'policies/**/*.yaml' --strict --format sarif > policies.sarif
  git show main:policies/healthcare.yaml | hooklens policy check -`,
      ),
    start,
    checkFormats,
    async (invocation, command) =>
      (await import("./check.ts")).checkPolicies(invocation, command.processedArgs[0], command.opts()),
  );
}

function defineShow(start: Start): Command {
  return runs(
    new Command("show")
      .description(
        "Show the coverage, thresholds, receipt chain and clauses of a policy. If it has errors, shows the readable parts and exits with code 1",
      )
      .summary("Show a policy with its coverage")
      .argument("<path>", "policy; - for stdin")
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy show policies/healthcare.yaml
  hooklens policy show policies/healthcare.yaml --format json | jq .coverage`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./show.ts")).showPolicy(invocation, command.processedArgs[0]),
  );
}

function defineMatrix(start: Start): Command {
  return runs(
    new Command("matrix")
      .description(
        "Show the axes of each clause: the shade shows the weight, the glyph the enforcement. " +
          "Format html is a self-contained, printable page with the findings and every rationale.",
      )
      .summary("Show the matrix of clauses and axes")
      .argument("<path>", "policy; - for stdin")
      .option("-o, --output <file>", "write to this file instead of stdout")
      .option("--force", "replace an existing file")
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy matrix policies/healthcare.yaml
  hooklens policy matrix policies/healthcare.yaml --format html -o healthcare.html`,
      ),
    start,
    matrixFormats,
    async (invocation, command) =>
      (await import("./matrix.ts")).showMatrix(invocation, command.processedArgs[0], command.opts()),
  );
}

function defineDiff(start: Start): Command {
  return runs(
    new Command("diff")
      .description(
        "Compare two versions of a policy, or a policy or the policies of a directory with their versions in git: ▼ weakened, ▲ strengthened, = changed; policies of different verticals by axis; exits with code 1 if a policy is weakened, deleted, not comparable or has errors, which are not compared",
      )
      .summary("Compare two versions of a policy")
      .argument(
        "<old>",
        "older version; without <new>, the policy or directory to compare with git; - for stdin",
      )
      .argument("[new]", "newer version; - for stdin")
      .option(
        "--rev <revision>",
        "revision in git, for one policy or directory; main... is where this branch left main (default: HEAD)",
      )
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy diff policies/healthcare.yaml
  hooklens policy diff policies/healthcare.yaml --rev origin/main...
  hooklens policy diff policies/ --rev v1.0
  hooklens policy diff old.yaml new.yaml`,
      ),
    start,
    standardFormats,
    async (invocation, command) => {
      const [before, after] = command.processedArgs;
      return (await import("./diff.ts")).comparePolicies(invocation, before, after, command.opts());
    },
  );
}

function defineNew(start: Start): Command {
  return runs(
    new Command("new")
      .description(
        "Create a policy to fill in: YAML with a comment for each field, eight clause stubs, and the schema line for editors. " +
          "Run policy check to list the fields that are still blank.",
      )
      .summary("Create a policy to fill in")
      .addOption(
        new Option("--vertical <vertical>", "vertical of the policy")
          .choices(verticals)
          .makeOptionMandatory(),
      )
      .option("-o, --output <file>", "write to this file instead of stdout")
      .option("--schema <location>", "location of the schema for editors (default: that of this version)")
      .option("--force", "replace an existing file")
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy new --vertical healthcare -o policies/healthcare.yaml`,
      ),
    start,
    standardFormats,
    async (invocation, command) => (await import("./new.ts")).newPolicy(invocation, command.opts()),
  );
}

function defineFix(start: Start): Command {
  return runs(
    new Command("fix")
      .description(
        "Apply safe fixes: misspelled keys, other spellings of a value, labels of another axis. " +
          "Comments and layout are preserved. Exits with code 1 if an error is left.",
      )
      .summary("Apply safe fixes")
      .argument("<path...>", "files, directories (searched recursively) and patterns")
      .option("--dry-run", "write nothing; print a diff for patch or git apply")
      .option("--rule <id>", "fix only findings with this ID in policy check")
      .option("--unsafe", "also apply fixes that may not be the intended change")
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy fix policies/ --dry-run
  hooklens policy fix policies/healthcare.yaml --rule axis-label-mismatch`,
      ),
    start,
    fixFormats,
    async (invocation, command) =>
      (await import("./fix.ts")).fixPolicies(invocation, command.processedArgs[0], command.opts()),
  );
}
