import { Command } from "commander";
import { addGlobalOptions } from "../global-options.ts";
import type { Launch } from "../launch.ts";

const keysHelp = "the folder of the nodes' keys (default $XDG_CONFIG_HOME/hooklens/keys)";

/** `hooklens policy seal` */
export function defineSeal(launch: Launch): Command {
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
        (await import("../../commands/policy-seal.ts")).sealPolicy(
          invocation,
          command.processedArgs[0],
          command.opts(),
        ),
      ),
    );
}

/** `hooklens policy verify` */
export function defineVerify(launch: Launch): Command {
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
        const { verifyReceipts } = await import("../../commands/policy-verify.ts");
        return verifyReceipts(invocation, receipts, policy ?? null, command.opts());
      }),
    );
}

/** `hooklens policy keygen` */
export function defineKeygen(launch: Launch): Command {
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
        (await import("../../commands/policy-keygen.ts")).makeNodeKey(
          invocation,
          command.opts<{ node: string }>(),
        ),
      ),
    );
}
