import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { policyOfProposal } from "../../../policy-files/beside-policy.ts";
import { isFile } from "../../../policy-files/file-stamp.ts";
import { v } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { keysOption } from "./keys-option.ts";

/** Exits with code 1 if the user declined. @throws {HooklensError} nothing was signed */
export const sign = command("policy sign <proposal> [policy]", {
  description:
    "Sign a proposal of policy seal --propose as a node. Compares it with the policy beside it and refuses if they differ. " +
    "Prints what a signer should know, and asks, as policy seal does. " +
    "When the quorum has signed, appends the receipt and removes the proposal.",
  arguments: {
    "<proposal>": "file written by policy seal --propose",
    "[policy]": "policy to compare, if it is not beside the proposal",
  },
  options: {
    "--node <name>": "node that signs; without it, signatures are only merged and counted",
    "--merge <file...>": "add the signatures of copies of the proposal",
    "-y, --yes": "do not ask",
    ...keysOption,
  },
  help: `
A signature counts where the public key of its node, NAME.pub, is in the keys directory.

Examples:
  hooklens policy sign policies/healthcare.yaml.proposal.json --node privacy-officer
  hooklens policy sign policies/healthcare.yaml.proposal.json --merge from-mail.json`,
  async run(invocation, { proposal: file, policy: policyPath, ...options }) {
    // Loaded now: the help does not need them.
    const [{ agreeToSeal }, { signProposalFile }, { missingNodes, signedLines }] = await Promise.all([
      import("./agree-to-seal.ts"),
      import("../../../policy-files/sign-proposal.ts"),
      import("./receipt-lines.ts"),
    ]);
    const { output, print } = invocation;
    const keysDir = options.keys ?? defaultKeysDir(process.env);
    const policyFile = policyPath ?? policyBeside(file);
    const node = options.node ?? null;
    const isAgreed =
      node === null ||
      policyFile === null ||
      (await agreeToSeal(invocation, policyFile, {
        question: v`Sign the seal of ${policyFile} as ${node}?`,
        refused: `${file} was not signed`,
        yes: options.yes === true,
      }));
    if (!isAgreed) return 1;
    const signed = await signProposalFile({
      file,
      policyFile,
      copies: options.merge ?? [],
      node,
      keysDir,
    });
    const { receipt, receipts, findings, sameFile, proposal } = signed;
    if (policyFile === null) output.note(v`The policy is not beside ${file}, so it was not compared.`);
    if (sameFile === false)
      output.note(v`Comments or layout of ${policyFile ?? ""} differ from the proposal.`);
    await print({
      table: () => signedLines(signed, { file, node, keysDir }),
      json: () => ({
        proposal: receipts === null ? file : null,
        id: proposal.receipt.id,
        quorum: signed.quorum,
        signed: signed.signed,
        missing: signed.missing,
        previous: signed.previous,
        findings,
        receipts,
        receipt: receipts === null ? null : receipt,
      }),
      quiet: () => (receipts === null ? missingNodes(signed) : [proposal.receipt.id]),
    });
    return 0;
  },
});

function policyBeside(file: string): string | null {
  const policy = policyOfProposal(file);
  return policy !== null && isFile(policy) ? policy : null;
}
