import { Command, Option } from "commander";
import { verticals } from "../../../policy/policy.ts";
import { type DefineCommand, type Launch, addGlobalOptions, namedAlone } from "../../command-line/command.ts";

const commands: Readonly<Record<string, DefineCommand>> = {
  check: defineCheck,
  show: defineShow,
  matrix: defineMatrix,
  diff: defineDiff,
  new: defineNew,
  fix: defineFix,
  seal: defineSeal,
  verify: defineVerify,
  keygen: defineKeygen,
};

/** `hooklens policy …` */
export function definePolicy(launch: Launch, args: readonly string[]): Command {
  const policy = new Command("policy")
    .description("Check, show, compare and fix policy documents; seal them, and verify what was sealed.")
    .summary("check, compare, fix and seal policy documents");
  for (const define of namedAlone(commands, args[0])) policy.addCommand(define(launch, args.slice(1)));
  return addGlobalOptions(policy);
}

const checkFormats = ["text", "quiet", "json", "sarif", "junit", "github"] as const;
/** What `policy check` can report as. */
export type CheckFormat = (typeof checkFormats)[number];

/** `hooklens policy check` */
function defineCheck(launch: Launch): Command {
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
        (await import("./check.ts")).checkPolicies(invocation, command.processedArgs[0], command.opts()),
      ),
    );
}

const matrixFormats = ["table", "json", "csv", "md", "html"] as const;
/** What `policy matrix` can be written as. */
export type MatrixFormat = (typeof matrixFormats)[number];

/** `hooklens policy show` */
function defineShow(launch: Launch): Command {
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
        (await import("./show.ts")).showPolicy(invocation, command.processedArgs[0]),
      ),
    );
}

/** `hooklens policy matrix` */
function defineMatrix(launch: Launch): Command {
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
        (await import("./matrix.ts")).showMatrix(invocation, command.processedArgs[0], command.opts()),
      ),
    );
}

/** `hooklens policy diff` */
function defineDiff(launch: Launch): Command {
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
        return (await import("./diff.ts")).comparePolicies(invocation, before, after);
      }),
    );
}

/** `hooklens policy new` */
function defineNew(launch: Launch): Command {
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
      launch(async (invocation, command) => (await import("./new.ts")).newPolicy(invocation, command.opts())),
    );
}

/** `hooklens policy fix` */
function defineFix(launch: Launch): Command {
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
        (await import("./fix.ts")).fixPolicies(invocation, command.processedArgs[0], command.opts()),
      ),
    );
}

const keysHelp = "the folder of the nodes' keys (default $XDG_CONFIG_HOME/hooklens/keys)";

/** `hooklens policy seal` */
function defineSeal(launch: Launch): Command {
  return addGlobalOptions(
    new Command("seal")
      .description(
        "Write a receipt of a policy that has no errors, under its own algorithm, chaining and quorum, at the end of " +
          "PATH.receipts.jsonl. Every node of it whose key is here signs.",
      )
      .summary("write a receipt of a policy")
      .argument("<path>", "the policy")
      .option("--keys <dir>", keysHelp),
  )
    .addHelpText(
      "after",
      `
The root of a receipt depends on the content of the policy alone: not on its comments, its layout or the time.

Examples:
  hooklens policy seal policies/healthcare.yaml
  hooklens policy seal policies/healthcare.yaml --format quiet >> heads.txt   keep the id where the receipts are not`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("./seal.ts")).sealPolicy(invocation, command.processedArgs[0], command.opts()),
      ),
    );
}

/** `hooklens policy verify` */
function defineVerify(launch: Launch): Command {
  return addGlobalOptions(
    new Command("verify")
      .description(
        "Say what was done to the receipts of a policy since they were written, and to the policy since it was last sealed. " +
          "Ends with 1 when anything was.",
      )
      .summary("say what was done to receipts, and to the policy")
      .argument("<receipts>", "a file that policy seal wrote")
      .argument("[policy]", "the policy, to be held against the last receipt")
      .option(
        "--head <id>",
        "the id the last receipt must have: without it nobody sees that the end was cut off",
      )
      .option("--keys <dir>", keysHelp)
      .option("--require-signatures", "every receipt must be signed, also those from before there were keys")
      .option("--prove <clause>", "print a proof that this clause is in the policy that was last sealed")
      .option("--proof <file>", "check such a proof against the receipts, without the policy"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens policy verify policies/healthcare.yaml.receipts.jsonl policies/healthcare.yaml
  hooklens policy verify healthcare.yaml.receipts.jsonl --head "$(tail -n 1 heads.txt)" --require-signatures
  hooklens policy verify healthcare.yaml.receipts.jsonl healthcare.yaml --prove HIPAA-164.312b > proof.json
  hooklens policy verify healthcare.yaml.receipts.jsonl --proof proof.json`,
    )
    .action(
      launch(async (invocation, command) => {
        const [receipts, policy] = command.processedArgs;
        const { verifyReceipts } = await import("./verify.ts");
        return verifyReceipts(invocation, receipts, policy ?? null, command.opts());
      }),
    );
}

/** `hooklens policy keygen` */
function defineKeygen(launch: Launch): Command {
  return addGlobalOptions(
    new Command("keygen")
      .description(
        "Make the key (Ed25519) a node signs receipts with. The private half is for its owner only and stays here; the public " +
          "one, NAME.pub, goes into the keys folder of whoever verifies.",
      )
      .summary("make the key a node signs receipts with")
      .requiredOption("--node <name>", "the node, as receipt_chain.nodes of the policy names it")
      .option("--keys <dir>", keysHelp)
      .option("--force", "replace the key the node has"),
  )
    .addHelpText(
      "after",
      `
Examples:
  hooklens policy keygen --node covered-entity`,
    )
    .action(
      launch(async (invocation, command) =>
        (await import("./seal.ts")).makeNodeKey(invocation, command.opts<{ node: string }>()),
      ),
    );
}
