import { rmSync } from "node:fs";
import { NotFoundError, UsageError } from "../model/errors.ts";
import { type ProposalFault, alteredProposal, staleProposal } from "../policy/seal/check-proposal.ts";
import { loadHash } from "../policy/seal/hash.ts";
import { knownKeys } from "../policy/seal/keys.ts";
import {
  type ProposalCount,
  type SealProposal,
  countSignatures,
  mergeProposals,
  signProposal,
} from "../policy/seal/proposal.ts";
import type { Receipt } from "../policy/seal/receipt.ts";
import { type SigningState, isNode } from "../policy/seal/signing-rule.ts";
import { shellLine } from "../text/shell-word.ts";
import { appendReceipt } from "./append-receipt.ts";
import { receiptsPath } from "./beside-policy.ts";
import { KeyUnusableError, ProposalStaleError, ProposalUnusableError } from "./errors.ts";
import { readSigners, readTrustedKeys } from "./keys.ts";
import { type ProposalFile, readProposalFile } from "./proposal-file.ts";
import { putProposal } from "./propose-seal.ts";
import { readSoundChain } from "./receipts-file.ts";
import { readSoundPolicy } from "./sound-policy.ts";

export interface SignRequest {
  /** Path of the proposal. */
  readonly file: string;
  /** Path of the policy; null if it is not on this machine. */
  readonly policyFile: string | null;
  /** Expected SHA-256 of the policy's file in hex; null accepts any. @default null */
  readonly sha256?: string | null;
  /**
   * Paths of copies with signatures to add.
   * @default none
   */
  readonly copies?: readonly string[];
  /** Signing node; null only adds the copies and counts. */
  readonly node: string | null;
  /** Directory of the keys. */
  readonly keysDir: string;
}

/** Proposal after signing. */
export interface SignedProposal extends ProposalCount {
  readonly proposal: SealProposal;
  /** Path of the receipts with the new receipt; null below the quorum or without the policy. */
  readonly receipts: string | null;
  /** True if the policy's file has the proposed bytes; null without the policy. */
  readonly sameFile: boolean | null;
}

/**
 * Signs a proposal as a node. Appends the receipt to the policy's receipts and removes the proposal when the
 * quorum is reached and the policy is on this machine. Nothing is written if the proposal was altered, or
 * does not match the policy and its receipts.
 * @throws {ProposalStaleError | ProposalUnusableError | KeyUnusableError | PolicyHasErrorsError | UsageError}
 */
export async function signProposalFile(request: SignRequest): Promise<SignedProposal> {
  const { file, policyFile, node, keysDir } = request;
  const read = readGiven(file);
  const { proposal } = read;
  refuse(file, await alteredProposal(proposal));
  const compared = policyFile === null ? null : await compareWithPolicy(request, policyFile, proposal);
  const sameFile = compared?.sameFile ?? null;
  const merged = (request.copies ?? []).reduce((whole, copy) => mergeCopy(whole, copy, file), proposal);
  const nodes = proposal.signatures.map((slot) => slot.node);
  const signed = node === null ? merged : await signProposal(merged, signerOf(node, nodes, keysDir));
  const count = await countSignatures(
    signed,
    knownKeys(readTrustedKeys(keysDir, nodes)),
    compared?.signing ?? null,
  );
  if (count.receipt !== null && policyFile !== null) {
    const receipts = await append(request, policyFile, count.receipt);
    rmSync(file, { force: true });
    return { ...count, proposal: signed, receipts, sameFile };
  }
  replaceProposal(file, read, signed);
  return { ...count, proposal: signed, receipts: null, sameFile };
}

function readGiven(file: string): ProposalFile {
  const read = readProposalFile(file);
  if (read !== null) return read;
  throw new NotFoundError({
    what: `there is no proposal ${file}`,
    hint: "Run hooklens policy seal --propose to create one",
  });
}

function refuse(file: string, fault: ProposalFault | null): void {
  if (fault === null) return;
  throw new ProposalStaleError({ what: `${file} was not signed`, ...fault });
}

/** @throws {ProposalStaleError | PolicyHasErrorsError | ReceiptsDamagedError} */
async function compareWithPolicy(
  { file, keysDir, sha256 = null }: SignRequest,
  policyFile: string,
  proposal: SealProposal,
): Promise<{ readonly sameFile: boolean; readonly signing: SigningState }> {
  const { bytes, policy } = await readSoundPolicy(policyFile, sha256);
  const { receipts, signing } = await readSoundChain(receiptsPath(policyFile), keysDir);
  refuse(file, await staleProposal(proposal, policy, receipts, signing));
  const { algorithm, policy: proposed } = proposal.receipt;
  const hash = await loadHash(algorithm);
  return { sameFile: hash(bytes) === proposed.fileHash, signing };
}

function mergeCopy(proposal: SealProposal, copy: string, file: string): SealProposal {
  const merged = mergeProposals(proposal, readGiven(copy).proposal);
  if (merged !== null) return merged;
  throw new ProposalStaleError({
    what: `the signatures of ${copy} were not added`,
    why: `it proposes another receipt than ${file}`,
    hint: "Have its signer sign a copy of the current proposal",
  });
}

function signerOf(node: string, nodes: readonly string[], keysDir: string) {
  if (!isNode(node, nodes)) {
    throw new UsageError({
      what: `${node} is not a node of the policy`,
      hint: `Choose one of ${[...new Set(nodes)].join(", ")}`,
    });
  }
  const [signer] = readSigners(keysDir, [node]);
  if (signer !== undefined) return signer;
  throw new KeyUnusableError({
    what: `${node} has no private key in ${keysDir}`,
    hint: `Create one with ${shellLine(["hooklens", "policy", "keygen", "--node", node])}`,
  });
}

async function append({ file, keysDir }: SignRequest, policyFile: string, receipt: Receipt): Promise<string> {
  const receipts = receiptsPath(policyFile);
  await appendReceipt(receipts, keysDir, async ({ prev }) => {
    if ((prev?.id ?? null) === receipt.prev) return receipt;
    throw new ProposalStaleError({
      what: `${file} was not signed`,
      why: "the policy was sealed in the meantime",
      hint: "Propose the policy again with hooklens policy seal --propose --force",
    });
  });
  return receipts;
}

/** Writes the proposal unless another process has changed it meanwhile. */
function replaceProposal(file: string, { text }: ProposalFile, signed: SealProposal): void {
  if (readProposalFile(file)?.text === text) {
    putProposal(file, signed, true);
    return;
  }
  throw new ProposalUnusableError({
    what: `${file} was not written`,
    why: "it changed in the meantime",
    hint: "Sign it again",
  });
}
