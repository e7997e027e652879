import { type Leaf, rootOf } from "./commitment.ts";
import { type Hash, hexLengths } from "./hash.ts";
import { leafHash } from "./merkle-tree.ts";
import { partData, partTitle } from "./parts.ts";
import { type ReceiptFinding, type ReceiptFindingKind, receiptFinding } from "./receipt-finding.ts";
import type { ReceiptEntry } from "./receipt-lines.ts";
import { type Receipt, receiptDigest, receiptId } from "./receipt.ts";

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
