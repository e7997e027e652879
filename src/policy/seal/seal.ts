import { coverage } from "../matrix/coverage.ts";
import type { Policy } from "../policy.ts";
import { canonicalJson } from "./canonical.ts";
import { commit } from "./commitment.ts";
import { ClockBehindError, QuorumNotReachedError } from "./errors.ts";
import { loadHash } from "./hash.ts";
import { type Signer, keyFingerprint, signReceipt } from "./keys.ts";
import { policyParts } from "./parts.ts";
import { type Receipt, type ReceiptContent, receiptDigest, receiptId } from "./receipt.ts";
import {
  type SigningRule,
  type SigningState,
  beforeFirstReceipt,
  countQuorums,
  isComplete,
  isReached,
  signingNodes,
} from "./signing-rule.ts";

export interface SealOptions {
  /** Last receipt of the chain, which the new one follows; null for the first. */
  readonly prev: Pick<Receipt, "id" | "sealedAt"> | null;
  /** Time of the seal, in milliseconds since 1970. */
  readonly nowMs: number;
  /** Bytes of the policy's file, whose hash the receipt contains; null without a file. @default null */
  readonly file?: Uint8Array | null;
  /**
   * Available signers; those that are not nodes of the policy, or of the rule in force, are ignored. Without signers
   * the receipt is unsigned. @default none
   */
  readonly signers?: readonly Signer[];
  /**
   * `signing` of the verified chain before the receipt.
   * @default that of an empty chain
   */
  readonly signing?: SigningState;
}

/** Returns the fields of a receipt that state the policy's coverage. */
export function receiptCoverage(policy: Policy): Pick<Receipt, "coverage" | "mandatorySatisfied"> {
  const { covered, mandatory } = coverage(policy);
  return {
    coverage: covered.length,
    mandatorySatisfied: mandatory.every(({ isSatisfied }) => isSatisfied),
  };
}

/**
 * Creates a receipt of a policy, with the algorithm, chaining and quorum of its `receipt_chain`. The policy
 * must have no errors. Seals of the same content have the same root in any key order and layout, with any
 * comments.
 * @throws {ClockBehindError} `nowMs` is before the last receipt
 * @throws {QuorumNotReachedError} some nodes can sign, but fewer than the quorum, or fewer than the quorum in force
 * @throws {NoCanonicalFormError}
 */
export async function seal(policy: Policy, options: SealOptions): Promise<Receipt> {
  const content = await receiptContent(policy, options);
  const signers = usableSigners(
    policy.receipt_chain,
    options.signers ?? [],
    options.signing ?? beforeFirstReceipt,
  );
  const body = canonicalCopy({
    version: 1 as const,
    ...content,
    signers: signers.map(({ node }) => node),
  });
  const hash = await loadHash(content.algorithm);
  const unsigned = { ...body, digest: receiptDigest(hash, body) };
  return { ...unsigned, signatures: signers.map((signer) => signReceipt(unsigned, signer)) };
}

/**
 * Creates the content of a policy's receipt, which does not depend on the signers.
 * @throws {ClockBehindError} `nowMs` is before the last receipt
 * @throws {NoCanonicalFormError}
 */
export async function receiptContent(
  policy: Policy,
  { prev, nowMs, file = null }: Pick<SealOptions, "prev" | "nowMs" | "file">,
): Promise<ReceiptContent> {
  const sealedAt = new Date(nowMs).toISOString();
  if (prev !== null && prev.sealedAt > sealedAt) {
    throw new ClockBehindError({
      what: "the policy was not sealed",
      why: `the last receipt was sealed at ${prev.sealedAt}, but the clock says ${sealedAt}`,
      hint: "Correct the clock, then seal again",
    });
  }
  const { algorithm, chaining } = policy.receipt_chain;
  const hash = await loadHash(algorithm);
  const { schema_version, vertical, regime, effective_date, jurisdiction } = policy;
  const commitment = commit(policyParts(policy), chaining, hash);
  const links = { root: commitment.root, prev: prev?.id ?? null, sealedAt };
  return canonicalCopy({
    id: receiptId(hash, links),
    ...links,
    leaves: [...commitment.leaves],
    nodes: commitment.nodes?.map((node) => ({ ...node, links: [...node.links] })) ?? null,
    algorithm,
    chaining,
    policy: {
      schema_version,
      vertical,
      regime,
      effective_date,
      jurisdiction,
      fileHash: file === null ? null : hash(file),
    },
    receipt_chain: { ...policy.receipt_chain, nodes: [...policy.receipt_chain.nodes] },
    ...receiptCoverage(policy),
  });
}

/** Returns a copy of the value in its canonical form: strings and keys in NFC. */
function canonicalCopy<T>(value: T): T {
  return JSON.parse(canonicalJson(value)) as T;
}

/**
 * Returns at most one signer per node, each with its own key, in the order of the nodes; empty if none can and none
 * must sign.
 * @throws {QuorumNotReachedError}
 */
function usableSigners(
  own: SigningRule,
  signers: readonly Signer[],
  signing: SigningState,
): readonly Signer[] {
  const usable: Signer[] = [];
  for (const node of signingNodes(own, signing)) {
    const signer = signers.find(
      (each) =>
        each.node.normalize("NFC") === node &&
        usable.every(({ publicKey }) => !publicKey.equals(each.publicKey)),
    );
    if (signer !== undefined) usable.push(signer);
  }
  if (usable.length === 0 && !signing.hasBegun) return usable;
  const able = usable.map(({ node, publicKey }) => ({ node, key: keyFingerprint(publicKey) }));
  const counts = countQuorums(own, signing, able);
  if (isComplete(counts)) return usable;
  const unreached = isReached(counts) ? counts.previous : counts;
  const rule = unreached === counts ? "its quorum is" : "the quorum of the receipt before is";
  const who = usable.length === 0 ? "no node" : `only ${usable.map(({ node }) => node).join(", ")}`;
  throw new QuorumNotReachedError({
    what: "the policy was not sealed",
    why: `${rule} ${unreached?.quorum ?? ""}, but ${who} can sign here${usable.length === 0 ? "" : ", each with its own key"}`,
    hint: "Create the missing keys with hooklens policy keygen --node NAME or copy them here, or add --propose for signers elsewhere",
  });
}
