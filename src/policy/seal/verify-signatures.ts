import { isAtLeast, parseQuorum } from "../fields/quorum.ts";
import { isNode, isSignedBy, type KnownKey } from "./keys.ts";
import {
  type ReceiptFinding,
  type ReceiptFindingKind,
  receiptFinding,
  shortHash,
} from "./receipt-finding.ts";
import type { ReceiptEntry } from "./receipt-lines.ts";
import { type Receipt, type ReceiptSignature, signedBytes } from "./receipt.ts";

/** What a signature counts for: the key it was made with, or what is wrong. */
type Verdict = { readonly key: string } | { readonly kind: ReceiptFindingKind; readonly message: string };

/** Judges the signatures of a receipt that has some, or says it has. A quorum counts keys, never names. */
export function verifySignatures(
  { line, receipt }: ReceiptEntry,
  keys: readonly KnownKey[],
): readonly ReceiptFinding[] {
  const findings: ReceiptFinding[] = [];
  const good = new Set<string>();
  const bytes = signedBytes(receipt);
  const signed = receipt.signatures.map(({ node }) => node);
  for (const [index, signature] of receipt.signatures.entries()) {
    const verdict: Verdict =
      signed.indexOf(signature.node) < index
        ? { kind: "invalid-signature", message: `${signature.node} signed twice` }
        : judge(receipt, bytes, signature, keys);
    if ("key" in verdict) good.add(verdict.key);
    else findings.push(receiptFinding(verdict.kind, line, verdict.message));
  }
  const missing = receipt.signers.filter((node) => !signed.includes(node));
  for (const node of missing) {
    findings.push(receiptFinding("missing-signature", line, `${node} signed, and its signature is gone`));
  }
  // In any other order than the signers' the text could change without a finding.
  if (missing.length === 0 && receipt.signers.join("\n") !== signed.join("\n") && findings.length === 0) {
    findings.push(
      receiptFinding("invalid-signature", line, "the signatures are not those of the signers, in order"),
    );
  }
  const { quorum } = receipt.receipt_chain;
  const { needed } = parseQuorum(quorum);
  if (!isAtLeast(String(good.size), needed)) {
    findings.push(
      receiptFinding(
        "too-few-signatures",
        line,
        `${good.size} good ${good.size === 1 ? "signature" : "signatures"}, and the quorum is ${quorum}`,
      ),
    );
  }
  return findings;
}

function judge(
  receipt: Receipt,
  signed: Uint8Array,
  signature: ReceiptSignature,
  keys: readonly KnownKey[],
): Verdict {
  const { node, key } = signature;
  if (!isNode(node, receipt.receipt_chain.nodes)) {
    return { kind: "invalid-signature", message: `${node}, who signed, is no node of the policy` };
  }
  const known = keys.filter((each) => each.node === node);
  if (known.length === 0) {
    return { kind: "unknown-key", message: `${node} signed, and no key of it is known here` };
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
    : { kind: "invalid-signature", message: `the signature of ${node} is not of this receipt` };
}
