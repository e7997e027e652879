import { z } from "zod";
import type { Policy } from "../policy.ts";
import { canonicalJson } from "./canonical.ts";
import { loadHash } from "./hash.ts";
import { type KnownKey, type Signer, signReceipt } from "./keys.ts";
import type { ReceiptFinding } from "./receipt-finding.ts";
import {
  type Receipt,
  type ReceiptSignature,
  receiptContentSchema,
  receiptDigest,
  signatureSchema,
} from "./receipt.ts";
import { type SealOptions, receiptContent } from "./seal.ts";
import {
  type QuorumCounts,
  type SigningState,
  beforeFirstReceipt,
  countQuorums,
  isComplete,
  signingNodes,
} from "./signing-rule.ts";
import { judgeSignatures } from "./verify-signatures.ts";

/** Place for a node's signature; `key` and `signature` are null until the node signs. */
const slotSchema = z.union([
  signatureSchema,
  z.strictObject({ node: z.string(), key: z.null(), signature: z.null() }),
]);

const proposalSchema = z.strictObject({
  version: z.literal(1),
  /** Content of the receipt that the nodes sign. */
  receipt: receiptContentSchema,
  /**
   * One place per node of the policy, in its order, then per node of the rule in force, so that git merges the
   * signatures of two branches.
   */
  signatures: z.array(slotSchema),
});

/** Receipt waiting for its quorum of signatures. */
export type SealProposal = Readonly<z.infer<typeof proposalSchema>>;

/** Result of reading a proposal. */
export type ProposalReading =
  | { readonly ok: true; readonly proposal: SealProposal }
  | { readonly ok: false; readonly why: string };

/**
 * Proposes the next receipt of a policy, which must have no errors.
 * @throws {ClockBehindError | NoCanonicalFormError}
 */
export async function proposeSeal(
  policy: Policy,
  options: Omit<SealOptions, "signers">,
): Promise<SealProposal> {
  const receipt = await receiptContent(policy, options);
  const nodes = signingNodes(receipt.receipt_chain, options.signing ?? beforeFirstReceipt);
  return {
    version: 1,
    receipt,
    signatures: nodes.map((node) => ({ node, key: null, signature: null })),
  };
}

/** Reads the text of a proposal. */
export function readProposal(text: string): ProposalReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, why: "it is not JSON" };
  }
  try {
    value = JSON.parse(canonicalJson(value));
  } catch {
    return { ok: false, why: "it has no canonical form" };
  }
  const parsed = proposalSchema.safeParse(value);
  if (!parsed.success) {
    const path = parsed.error.issues[0]?.path.join(".") ?? "";
    return { ok: false, why: `it is not a proposal${path === "" ? "" : ` (${path})`}` };
  }
  const { receipt, signatures } = parsed.data;
  const named = new Set(signatures.map(({ node }) => node));
  if (named.size !== signatures.length || receipt.receipt_chain.nodes.some((node) => !named.has(node)))
    return { ok: false, why: "its signatures are not one per node" };
  // The value as read: all its keys are hashed.
  return { ok: true, proposal: value as SealProposal };
}

/** Formats a proposal as the text of its file. */
export function proposalText({ version, receipt, signatures }: SealProposal): string {
  const slots = signatures.map(({ node, key, signature }) => ({ node, key, signature }));
  return `${JSON.stringify({ version, receipt, signatures: slots }, null, 2)}\n`;
}

/** Returns the receipt with these signatures; `verify` accepts it if they reach the quorum. */
async function signedReceipt(
  { receipt }: SealProposal,
  signatures: readonly ReceiptSignature[],
): Promise<Receipt> {
  const body = { version: 2 as const, ...receipt, signers: signatures.map(({ node }) => node) };
  const hash = await loadHash(receipt.algorithm);
  return { ...body, digest: receiptDigest(hash, body), signatures: [...signatures] };
}

/** Returns the proposed receipt, without signatures. */
export async function proposedReceipt(proposal: SealProposal): Promise<Receipt> {
  return signedReceipt(proposal, []);
}

/** Adds the signature of a node, and replaces an earlier one of that node. */
export async function signProposal(proposal: SealProposal, signer: Signer): Promise<SealProposal> {
  const signature = signReceipt(await proposedReceipt(proposal), signer);
  return withSignatures(proposal, [signature]);
}

/** Adds signatures in the places of their nodes. */
function withSignatures(proposal: SealProposal, added: readonly ReceiptSignature[]): SealProposal {
  const signatures = proposal.signatures.map(
    (slot) => added.find(({ node }) => node === slot.node.normalize("NFC")) ?? slot,
  );
  return { ...proposal, signatures };
}

/** Adds the signatures of a copy for nodes that have not signed; null if it proposes another receipt. */
export function mergeProposals(proposal: SealProposal, copy: SealProposal): SealProposal | null {
  if (canonicalJson(proposal.receipt) !== canonicalJson(copy.receipt)) return null;
  const open = new Set(proposal.signatures.filter(({ key }) => key === null).map(({ node }) => node));
  return withSignatures(
    proposal,
    givenSignatures(copy).filter(({ node }) => open.has(node)),
  );
}

function givenSignatures({ signatures }: SealProposal): readonly ReceiptSignature[] {
  return signatures.filter((slot): slot is ReceiptSignature => slot.key !== null);
}

/** Verifiable signatures of a proposal. */
export interface ProposalCount extends QuorumCounts {
  /** Signatures that do not count, and why. */
  readonly findings: readonly ReceiptFinding[];
  /** Receipt to append; null below the quorums. */
  readonly receipt: Receipt | null;
}

/**
 * Counts the valid signatures of a proposal.
 * @param signing state of the continued chain; null if unknown: then only the proposal's own quorum counts
 */
export async function countSignatures(
  proposal: SealProposal,
  keys: readonly KnownKey[],
  signing: SigningState | null,
): Promise<ProposalCount> {
  const own = proposal.receipt.receipt_chain;
  const nodes = signing === null ? proposal.signatures.map(({ node }) => node) : signingNodes(own, signing);
  const given = await signedReceipt(proposal, givenSignatures(proposal));
  const { valid, findings } = judgeSignatures({ line: null, receipt: given }, keys, nodes);
  const counted = valid.filter(({ key }, index) => valid.findIndex((other) => other.key === key) === index);
  const counts = countQuorums(own, signing ?? beforeFirstReceipt, counted);
  return { ...counts, findings, receipt: isComplete(counts) ? await signedReceipt(proposal, counted) : null };
}
