import { Command } from "commander";
import { runs, type Start } from "../../command-line/command.ts";
import { standardFormats } from "../../output/formats.ts";

/** Help of the option `--keys`. */
export const keysHelp = "directory of the keys of nodes (default $XDG_CONFIG_HOME/hooklens/keys)";

const yesHelp = "do not ask";

/** Defines `policy seal`. */
export function defineSeal(start: Start): Command {
  return runs(
    new Command("seal")
      .description(
        "Append a receipt to PATH.receipts.jsonl, with the policy's algorithm, chaining and quorum. The policy must have no errors. " +
          "Each node with a key in the keys directory signs it. " +
          "Prints what is weaker than in HEAD or the last seal, flagged, not approved or not committed, and asks first; requires --yes then without a terminal.",
      )
      .summary("Seal a policy with a receipt")
      .argument("<path>", "policy")
      .option("--keys <dir>", keysHelp)
      .option("--propose", "write a proposal, which each node signs on its own machine with policy sign")
      .option("-o, --output <file>", "write the proposal to this file (default PATH.proposal.json)")
      .option("--force", "replace an existing proposal and its signatures")
      .option("-y, --yes", yesHelp)
      .addHelpText(
        "after",
        `
The root of a receipt depends only on the content of the policy: not on comments, layout or time.

Examples:
  hooklens policy seal policies/healthcare.yaml
  hooklens policy seal policies/healthcare.yaml --format quiet >> heads.txt   keep IDs apart from receipts
  hooklens policy seal policies/healthcare.yaml --propose`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./seal.ts")).sealPolicy(invocation, command.processedArgs[0], command.opts()),
  );
}

/** Defines `policy sign`. */
export function defineSign(start: Start): Command {
  return runs(
    new Command("sign")
      .description(
        "Sign a proposal of policy seal --propose as a node. Compares it with the policy beside it and refuses if they differ. " +
          "Prints what a signer should know, and asks, as policy seal does. " +
          "When the quorum has signed, appends the receipt and removes the proposal.",
      )
      .summary("Sign a proposed seal")
      .argument("<proposal>", "file written by policy seal --propose")
      .argument("[policy]", "policy to compare, if it is not beside the proposal")
      .option("--node <name>", "node that signs; without it, signatures are only merged and counted")
      .option("--merge <file...>", "add the signatures of copies of the proposal")
      .option("-y, --yes", yesHelp)
      .option("--keys <dir>", keysHelp)
      .addHelpText(
        "after",
        `
A signature counts where the public key of its node, NAME.pub, is in the keys directory.

Examples:
  hooklens policy sign policies/healthcare.yaml.proposal.json --node privacy-officer
  hooklens policy sign policies/healthcare.yaml.proposal.json --merge from-mail.json`,
      ),
    start,
    standardFormats,
    async (invocation, command) => {
      const [proposal, policy] = command.processedArgs;
      return (await import("./sign.ts")).signPolicyProposal(
        invocation,
        proposal,
        policy ?? null,
        command.opts(),
      );
    },
  );
}

/** Defines `policy verify`. */
export function defineVerify(start: Start): Command {
  return runs(
    new Command("verify")
      .description(
        "Verify that the receipts of a policy are unchanged, and the policy since it was last sealed; exits with code 1 if not",
      )
      .summary("Verify receipts and their policy")
      .argument("<receipts>", "file written by policy seal")
      .argument("[policy]", "policy to compare with the last receipt")
      .option(
        "--head <id>",
        "expected ID of the last receipt; without it, receipts removed at the end are not detected",
      )
      .option("--keys <dir>", keysHelp)
      .option(
        "--require-signatures",
        "require a signature on every receipt, even if it is older than the keys",
      )
      .option(
        "--quorum <quorum>",
        "quorum of the first receipt, as 2-of-3: 2 valid signatures of at most 3 nodes",
      )
      .option("--prove <clause>", "print a proof that this clause is in the last sealed policy")
      .option("--proof <file>", "verify the proof of a clause against the receipts, without the policy")
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy verify policies/healthcare.yaml.receipts.jsonl policies/healthcare.yaml
  hooklens policy verify healthcare.yaml.receipts.jsonl --head "$(tail -n 1 heads.txt)" --require-signatures
  hooklens policy verify healthcare.yaml.receipts.jsonl healthcare.yaml --prove HIPAA-164.312b > proof.json
  hooklens policy verify healthcare.yaml.receipts.jsonl --proof proof.json`,
      ),
    start,
    standardFormats,
    async (invocation, command) => {
      const [receipts, policy] = command.processedArgs;
      return (await import("./verify.ts")).verifyReceipts(
        invocation,
        receipts,
        policy ?? null,
        command.opts(),
      );
    },
  );
}

/** Defines `policy keygen`. */
export function defineKeygen(start: Start): Command {
  return runs(
    new Command("keygen")
      .description(
        "Create the Ed25519 key with which a node signs receipts. Only you can read the private key; " +
          "copy the public key, NAME.pub, to the keys directory of each verifier.",
      )
      .summary("Create a key to sign receipts with")
      .requiredOption("--node <name>", "name of the node in receipt_chain.nodes of the policy")
      .option("--keys <dir>", keysHelp)
      .option("--force", "replace the node's key")
      .addHelpText(
        "after",
        `
Examples:
  hooklens policy keygen --node covered-entity`,
      ),
    start,
    standardFormats,
    async (invocation, command) =>
      (await import("./keygen.ts")).makeNodeKey(invocation, command.opts<{ node: string }>()),
  );
}
