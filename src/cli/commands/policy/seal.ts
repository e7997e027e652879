import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { UsageError } from "../../../model/errors.ts";
import { receiptsPath, proposalPath } from "../../../policy-files/beside-policy.ts";
import { signingNodes } from "../../../policy/seal/signing-rule.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import type { Invocation } from "../../command-line/command.ts";
import type { OptionValues } from "../../command-line/option-types.ts";
import { keysOption } from "./keys-option.ts";

const sealOptions = {
  ...keysOption,
  "--propose": "write a proposal for each node to sign on its own machine with policy sign",
  "-o, --output <file>": "write the proposal to this file (default PATH.proposal.json)",
  "--force": "replace an existing proposal and its signatures",
  "-y, --yes": "do not ask",
} as const;
type SealPolicyOptions = OptionValues<typeof sealOptions>;

/**
 * Exits with code 1 if the user declined.
 * @throws {HooklensError} the policy has errors, or a key or file cannot be used
 */
export const sealCommand = command("policy seal <path>", {
  description:
    "Append a receipt to PATH.receipts.jsonl, with the policy's algorithm, chaining and quorum. The policy must have no errors. " +
    "Each node with a key in the keys directory signs it. " +
    "Prints what is weaker than in HEAD or the last seal, flagged, not approved or not committed, and asks first; requires --yes then without a terminal.",
  arguments: { "<path>": "policy" },
  options: sealOptions,
  help: `
The root of a receipt depends only on the content of the policy: not on comments, layout or time.

Examples:
  hooklens policy seal policies/healthcare.yaml
  hooklens policy seal policies/healthcare.yaml --format quiet >> heads.txt   keep IDs apart from receipts
  hooklens policy seal policies/healthcare.yaml --propose`,
  async run(invocation, { path, ...options }) {
    if (path === "-") {
      throw new UsageError({
        what: "a policy from stdin cannot be sealed",
        why: "receipts are stored beside the policy's file",
        hint: "Give the path of the policy",
      });
    }
    if (options.propose === true) return proposePolicySeal(invocation, path, options);
    if (options.output !== undefined || options.force === true) {
      throw new UsageError({
        what: "--output and --force are for a proposal",
        hint: "Add --propose",
      });
    }
    // Loaded now: the help does not need them.
    const [
      { readSoundPolicy },
      { agreeToSeal },
      { appendReceipt },
      { seal },
      { readSigners },
      { receiptLines },
    ] = await Promise.all([
      import("../../../policy-files/sound-policy.ts"),
      import("./agree-to-seal.ts"),
      import("../../../policy-files/append-receipt.ts"),
      import("../../../policy/seal/seal.ts"),
      import("../../../policy-files/keys.ts"),
      import("./receipt-lines.ts"),
    ]);
    const { bytes, policy } = await readSoundPolicy(path);
    const isAgreed = await agreeToSeal(invocation, path, {
      question: v`Seal ${path}?`,
      refused: `${path} was not sealed`,
      yes: options.yes === true,
    });
    if (!isAgreed) return 1;
    const keys = options.keys ?? defaultKeysDir(process.env);
    const receipts = receiptsPath(path);
    const receipt = await appendReceipt(receipts, keys, (after) =>
      seal(policy, {
        ...after,
        nowMs: Date.now(),
        file: bytes,
        signers: readSigners(keys, signingNodes(policy.receipt_chain, after.signing)),
      }),
    );
    await invocation.print({
      table: () => receiptLines(receipt, { receipts, keys }),
      json: () => ({ receipts, receipt }),
      quiet: () => [receipt.id],
    });
    return 0;
  },
});

/** Runs `policy seal PATH --propose`. @throws {HooklensError} */
async function proposePolicySeal(
  invocation: Invocation,
  path: string,
  options: SealPolicyOptions,
): Promise<number> {
  const [{ agreeToSeal }, { writeProposal }, { proposalLines }] = await Promise.all([
    import("./agree-to-seal.ts"),
    import("../../../policy-files/propose-seal.ts"),
    import("./receipt-lines.ts"),
  ]);
  const isAgreed = await agreeToSeal(invocation, path, {
    question: v`Propose a seal of ${path}?`,
    refused: `no seal of ${path} was proposed`,
    yes: options.yes === true,
  });
  if (!isAgreed) return 1;
  const file = options.output ?? proposalPath(path);
  const replace = options.force === true;
  const keysDir = options.keys ?? defaultKeysDir(process.env);
  const { proposal, counts } = await writeProposal(path, { file, keysDir, replace, nowMs: Date.now() });
  const { id, root } = proposal.receipt;
  await invocation.print({
    table: () => proposalLines(proposal, counts, file),
    json: () => ({ proposal: file, id, root, ...counts }),
    quiet: () => [file],
  });
  return 0;
}
