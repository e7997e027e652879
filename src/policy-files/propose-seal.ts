import { writeFileAtomic, syncFolder } from "../files/write-file-atomic.ts";
import { type SealProposal, proposalText, proposeSeal } from "../policy/seal/proposal.ts";
import { type QuorumCounts, countQuorums } from "../policy/seal/signing-rule.ts";
import { receiptsPath } from "./beside-policy.ts";
import { ProposalExistsError, ProposalUnusableError } from "./errors.ts";
import { failureReason } from "./failure-reason.ts";
import { readSoundChain } from "./receipts-file.ts";
import { readSoundPolicy } from "./sound-policy.ts";

export interface ProposeOptions {
  /** Path of the proposal. */
  readonly file: string;
  /** Directory of the node keys, to verify the chain. */
  readonly keysDir: string;
  /** True replaces an existing proposal and its signatures. */
  readonly replace: boolean;
  /** Time of the proposal, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Expected SHA-256 of the policy's file in hex; null accepts any. @default null */
  readonly sha256?: string | null;
}

/** Written proposal, and the signatures it needs. */
interface WrittenProposal {
  readonly proposal: SealProposal;
  readonly counts: QuorumCounts;
}

/**
 * Writes the proposal of a policy's next receipt, without signatures.
 * @throws {PolicyHasErrorsError | ReceiptsDamagedError | ProposalExistsError | ProposalUnusableError}
 */
export async function writeProposal(
  policyFile: string,
  { file, keysDir, replace, nowMs, sha256 = null }: ProposeOptions,
): Promise<WrittenProposal> {
  const { bytes, policy } = await readSoundPolicy(policyFile, sha256);
  const { receipts, signing } = await readSoundChain(receiptsPath(policyFile), keysDir);
  const prev = receipts.at(-1) ?? null;
  const proposal = await proposeSeal(policy, { prev, signing, nowMs, file: bytes });
  if (putProposal(file, proposal, replace)) {
    return { proposal, counts: countQuorums(policy.receipt_chain, signing, []) };
  }
  throw new ProposalExistsError({
    what: `${file} exists`,
    hint: "Sign it with hooklens policy sign, or add --force to replace it and its signatures",
  });
}

/**
 * Writes a proposal atomically. Returns false if the file exists and is not to be replaced.
 * @throws {ProposalUnusableError}
 */
export function putProposal(file: string, proposal: SealProposal, replace: boolean): boolean {
  try {
    const placed = writeFileAtomic(file, proposalText(proposal), { mode: 0o644, replace });
    if (placed) syncFolder(file);
    return placed;
  } catch (error) {
    throw new ProposalUnusableError({
      what: `the proposal ${file} cannot be written`,
      why: failureReason(error),
      hint: "Check that its directory is writable and the disk is not full",
      cause: error,
    });
  }
}
