import { isAtLeast, parseQuorum } from "../fields/quorum.ts";
import { type Leaf, rootOf } from "./commitment.ts";
import { type Hash, hexLengths } from "./hash.ts";
import { type KnownKey, isNode, isSignedBy } from "./keys.ts";
import { leafHash } from "./merkle-tree.ts";
import { partData, partTitle } from "./parts.ts";
import {
  type ReceiptFinding,
  type ReceiptFindingKind,
  receiptFinding,
  shortHash,
} from "./receipt-finding.ts";
import type { ReceiptEntry } from "./receipt-lines.ts";
import { type Receipt, type ReceiptSignature, receiptDigest, receiptId, signedBytes } from "./receipt.ts";

/** Finds contradictions within a receipt. Needs neither the policy nor keys. */
export function verifyContent({ line, receipt }: ReceiptEntry, hash: Hash): readonly ReceiptFinding[] {
  const findings: ReceiptFinding[] = [];
  const found = (kind: ReceiptFindingKind, message: string) => {
    findings.push(receiptFinding(kind, line, message));
  };
  const { root, leaves, chaining, algorithm, receipt_chain } = receipt;
  if (root.length !== hexLengths[algorithm] || rootOf(receipt, chaining, hash) !== root) {
    found("altered-root", "the root does not match the hashes of the parts");
  }
  for (const part of shownParts(receipt)) {
    if (!leaves.some((leaf) => isHashOf(leaf, part, hash))) {
      found("altered-root", `the hash of ${partTitle(part.name)} does not match the part in the receipt`);
    }
  }
  if (receiptId(hash, receipt) !== receipt.id) {
    found("altered-id", "the ID does not match root, prev and sealedAt");
  }
  if (receipt_chain.algorithm !== algorithm || receipt_chain.chaining !== chaining) {
    found("altered-payload", "algorithm or chaining differs from the policy's receipt_chain");
  }
  const { digest, signatures: _signatures, ...body } = receipt;
  if (receiptDigest(hash, body) !== digest) {
    found("altered-payload", "the digest does not match the receipt: it was changed");
  }
  return findings;
}

/** Returns the parts of the policy whose content a receipt contains. */
function shownParts({ policy, receipt_chain }: Receipt) {
  const { fileHash: _fileHash, ...rest } = policy;
  return [
    { name: "rest", value: rest },
    { name: "receipt_chain", value: receipt_chain },
  ];
}

function isHashOf(leaf: Leaf, part: { readonly name: string; readonly value: unknown }, hash: Hash): boolean {
  return leaf.part === part.name && leaf.hash === leafHash(hash, partData(part));
}

/** Result of verifying a signature: its key if it is valid, otherwise the kind and message of a finding. */
type Verdict = { readonly key: string } | { readonly kind: ReceiptFindingKind; readonly message: string };

/** Verifies the signatures of a receipt that is signed or lists signers. The quorum counts distinct keys. */
export function verifySignatures(
  { line, receipt }: ReceiptEntry,
  keys: readonly KnownKey[],
): readonly ReceiptFinding[] {
  const { valid, findings: judged } = judgeSignatures({ line, receipt }, keys);
  const findings = [...judged];
  const good = new Set(valid.map(({ key }) => key));
  const signed = receipt.signatures.map(({ node }) => node);
  const missing = receipt.signers.filter((node) => !signed.includes(node));
  for (const node of missing) {
    findings.push(receiptFinding("missing-signature", line, `${node} signed, but its signature is missing`));
  }
  // Otherwise reordered signatures would go unnoticed: no hash covers them.
  if (missing.length === 0 && receipt.signers.join("\n") !== signed.join("\n") && findings.length === 0) {
    findings.push(
      receiptFinding(
        "invalid-signature",
        line,
        "the signatures are not those of the signers, in the same order",
      ),
    );
  }
  const { quorum } = receipt.receipt_chain;
  const { needed } = parseQuorum(quorum);
  if (!isAtLeast(String(good.size), needed)) {
    findings.push(
      receiptFinding(
        "too-few-signatures",
        line,
        `${good.size} valid ${good.size === 1 ? "signature" : "signatures"}, but the quorum is ${quorum}`,
      ),
    );
  }
  return findings;
}

/** Verifies each signature of a receipt, without counting them. */
export function judgeSignatures(
  { line, receipt }: { readonly line: number | null; readonly receipt: Receipt },
  keys: readonly KnownKey[],
): { readonly valid: readonly ReceiptSignature[]; readonly findings: readonly ReceiptFinding[] } {
  const findings: ReceiptFinding[] = [];
  const valid: ReceiptSignature[] = [];
  const bytes = signedBytes(receipt);
  const signed = receipt.signatures.map(({ node }) => node);
  for (const [index, signature] of receipt.signatures.entries()) {
    const verdict: Verdict =
      signed.indexOf(signature.node) < index
        ? { kind: "invalid-signature", message: `${signature.node} signed twice` }
        : judge(receipt, bytes, signature, keys);
    if ("key" in verdict) valid.push(signature);
    else findings.push(receiptFinding(verdict.kind, line, verdict.message));
  }
  return { valid, findings };
}

function judge(
  receipt: Receipt,
  signed: Uint8Array,
  signature: ReceiptSignature,
  keys: readonly KnownKey[],
): Verdict {
  const { node, key } = signature;
  if (!isNode(node, receipt.receipt_chain.nodes)) {
    return { kind: "invalid-signature", message: `${node} signed, but is not a node of the policy` };
  }
  const known = keys.filter((each) => each.node === node);
  if (known.length === 0) {
    return { kind: "unknown-key", message: `${node} signed, but none of its keys is known here` };
  }
  const trusted = known.find(({ fingerprint }) => fingerprint === key);
  if (trusted === undefined) {
    return {
      kind: "wrong-key",
      message: `${node} signed with key ${shortHash(key)}, and the one known here is ${known
        .map(({ fingerprint }) => shortHash(fingerprint))
        .join(", ")}`,
    };
  }
  return isSignedBy(signed, signature, trusted.publicKey)
    ? { key }
    : { kind: "invalid-signature", message: `the signature of ${node} does not match this receipt` };
}
