import { HooklensError } from "../model/errors.ts";
import type { Policy } from "../policy/policy.ts";
import { alteredProposal, staleProposal } from "../policy/seal/check-proposal.ts";
import { type TrustedKey, knownKeys } from "../policy/seal/keys.ts";
import { type SealProposal, countSignatures } from "../policy/seal/proposal.ts";
import { readReceiptLines } from "../policy/seal/receipt-lines.ts";
import type { Receipt } from "../policy/seal/receipt.ts";
import {
  type ProposedSeal,
  type SealState,
  sealState,
  unreadableSeal,
  unsealed,
} from "../policy/seal/seal-state.ts";
import { type SigningState, beforeFirstReceipt } from "../policy/seal/signing-rule.ts";
import { judgeSignatures } from "../policy/seal/verify-signatures.ts";
import { verify } from "../policy/seal/verify.ts";
import { receiptsPath, proposalPath } from "./beside-policy.ts";
import { readTrustedKeys } from "./keys.ts";
import { readProposalFile } from "./proposal-file.ts";
import { readReceiptsFile } from "./receipts-file.ts";

/** Policy whose seal is read. */
export interface SealedPolicy {
  /** Null if the policy has errors. */
  readonly policy: Policy | null;
  /** Bytes of its file. */
  readonly bytes: Uint8Array | null;
}

/**
 * Reads the seal of a policy from its receipts and its proposal. Never throws: `problem` reports unreadable files.
 * @param keysDir directory of the keys of nodes
 */
export async function readSeal(path: string, sealed: SealedPolicy, keysDir: string): Promise<SealState> {
  try {
    const receipts = readReceiptsFile(receiptsPath(path));
    const { proposal, problem } = readProposed(path);
    if (receipts === null && proposal === null && problem === null) return unsealed;
    const state = await stateOf(receipts, proposal, sealed, keysDir);
    return problem === null ? state : unreadableSeal(problem, state);
  } catch (error) {
    if (error instanceof HooklensError) return unreadableSeal(error.message);
    throw error;
  }
}

function readProposed(path: string): {
  readonly proposal: SealProposal | null;
  readonly problem: string | null;
} {
  try {
    return { proposal: readProposalFile(proposalPath(path))?.proposal ?? null, problem: null };
  } catch (error) {
    if (error instanceof HooklensError) return { proposal: null, problem: error.message };
    throw error;
  }
}

async function stateOf(
  receipts: Uint8Array | null,
  proposal: SealProposal | null,
  { policy, bytes }: SealedPolicy,
  keysDir: string,
): Promise<SealState> {
  const nodes = [
    ...(receipts === null ? [] : readReceiptLines(receipts).entries.map((entry) => entry.receipt)),
    ...(proposal === null ? [] : [proposal.receipt]),
  ].flatMap(({ receipt_chain }) => receipt_chain.nodes);
  const { keys, problem } = keysOf(keysDir, nodes);
  const verified =
    receipts === null
      ? null
      : await verify(receipts, { policy: policy === null ? null : { policy, file: bytes }, keys });
  const head = verified?.head ?? null;
  const signed =
    head === null
      ? []
      : judgeSignatures({ line: null, receipt: head }, knownKeys(keys), head.receipt_chain.nodes).valid.map(
          ({ node }) => node,
        );
  const proposed =
    proposal === null
      ? null
      : await proposedSeal(
          proposal,
          policy,
          verified?.receipts ?? [],
          verified?.signing ?? beforeFirstReceipt,
          keys,
        );
  return { ...sealState(verified, signed, proposed, policy !== null), problem };
}

/** Returns the trusted keys, and the reason for unreadable ones; ignores a key that others can read. */
function keysOf(
  keysDir: string,
  nodes: readonly string[],
): { readonly keys: readonly TrustedKey[]; readonly problem: string | null } {
  try {
    return { keys: readTrustedKeys(keysDir, nodes), problem: null };
  } catch (error) {
    if (error instanceof HooklensError) return { keys: [], problem: error.message };
    throw error;
  }
}

async function proposedSeal(
  proposal: SealProposal,
  policy: Policy | null,
  chain: readonly Receipt[],
  signing: SigningState,
  keys: readonly TrustedKey[],
): Promise<ProposedSeal> {
  const fault = (await alteredProposal(proposal)) ?? (await staleProposal(proposal, policy, chain, signing));
  const { quorum, signed, missing, previous } = await countSignatures(proposal, knownKeys(keys), signing);
  return {
    proposedAt: proposal.receipt.sealedAt,
    quorum,
    signed,
    missing,
    previous,
    problem: fault === null ? null : `${fault.why}. ${fault.hint}.`,
  };
}
