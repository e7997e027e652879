import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { policyOfProposal } from "../../../policy-files/beside-policy.ts";
import { isFile } from "../../../policy-files/file-stamp.ts";
import { type SignedProposal, signProposalFile } from "../../../policy-files/sign-proposal.ts";
import type { Line } from "../../../text/line.ts";
import { line, span } from "../../../text/line.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { agreeToSeal } from "./agree-to-seal.ts";
import { countLines, receiptLines } from "./receipt-lines.ts";

/** Options of `policy sign`, as typed. */
interface SignOptions {
  readonly node?: string;
  readonly keys?: string;
  readonly merge?: readonly string[];
  readonly yes?: true;
}

/**
 * Runs `policy sign PROPOSAL [POLICY]`. Returns exit code 0, or 1 if the user declined.
 * @throws {HooklensError} nothing was signed
 */
export async function signPolicyProposal(
  invocation: Invocation,
  file: string,
  policyPath: string | null,
  options: SignOptions,
): Promise<number> {
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
  if (sameFile === false) output.note(v`Comments or layout of ${policyFile ?? ""} differ from the proposal.`);
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
}

function policyBeside(file: string): string | null {
  const policy = policyOfProposal(file);
  return policy !== null && isFile(policy) ? policy : null;
}

function missingNodes({ missing, previous }: SignedProposal): readonly string[] {
  return [...new Set([...missing, ...(previous?.missing ?? [])])];
}

function signedLines(
  signed: SignedProposal,
  { file, node, keysDir }: { readonly file: string; readonly node: string | null; readonly keysDir: string },
): readonly (Line | Visible)[] {
  const { findings, receipt, receipts } = signed;
  const problems = findings.map(({ message }) =>
    line(span(v`warning`, "warn"), span(v`: ${message}, so its signature does not count`)),
  );
  const done = node === null ? [] : [v`Signed ${file} as ${node}`];
  if (receipt !== null && receipts !== null) {
    return [...problems, ...done, ...receiptLines(receipt, { receipts, keys: keysDir })];
  }
  return [
    ...problems,
    ...done,
    ...countLines(signed),
    ...(receipt === null
      ? []
      : [v`The quorum is reached. Run policy sign beside the policy to append the receipt.`]),
  ];
}
