import type { Severity } from "../finding.ts";

/** Kinds of findings of `verify`, with their severity. */
const receiptFindings = {
  /** The file has no receipt. */
  "no-receipts": "error",
  /** A line is not UTF-8, not JSON or not a receipt. */
  "unreadable-line": "error",
  /** The last line has no line ending: writing it was interrupted, or the file was cut. */
  "half-written": "error",
  /** A line is a receipt, but not formatted as `seal` writes it. */
  "not-canonical": "error",
  /** The root does not match the hashes of the parts, or a hash does not match the part in the receipt. */
  "altered-root": "error",
  /** The ID does not match root, prev and sealedAt. */
  "altered-id": "error",
  /** The digest does not match the receipt, or a field contradicts `receipt_chain` or the policy. */
  "altered-payload": "error",
  /** The receipt that a receipt follows is missing. */
  dropped: "error",
  /** A receipt does not belong to the chain. */
  inserted: "error",
  /** A receipt is repeated. */
  replayed: "error",
  /** A receipt is on the wrong line. */
  reordered: "error",
  /** A receipt is older than its predecessor. */
  "clock-regressed": "error",
  /** The expected last receipt is missing. */
  "cut-off": "error",
  /** The expected last receipt is followed by others. */
  "beyond-head": "warning",
  /** A receipt is not signed, but neither an earlier signature nor a known key nor an option requires it. */
  unsigned: "warning",
  /** A required signature, or one of a listed signer, is missing. */
  "missing-signature": "error",
  /** A signature is not of this receipt, not by a node of the policy, repeated, or out of order. */
  "invalid-signature": "error",
  /** No public key of the signing node is known. */
  "unknown-key": "error",
  /** The signing node is known with another key only. */
  "wrong-key": "error",
  /** Fewer valid signatures than the quorum. */
  "too-few-signatures": "error",
  /** A receipt changes quorum or nodes without the signatures of the quorum in force before it. */
  "old-quorum-missing": "error",
  /** The quorum needs no signature. */
  "quorum-zero": "error",
  /** A part of the policy changed since the last seal. */
  "policy-changed": "error",
  /** A proof does not connect its clause to the last seal of the policy. */
  "not-included": "error",
} as const satisfies Readonly<Record<string, Severity>>;

export type ReceiptFindingKind = keyof typeof receiptFindings;

/** Problem of a receipts file, returned rather than thrown. */
export interface ReceiptFinding {
  readonly kind: ReceiptFindingKind;
  readonly severity: Severity;
  /** Line of the receipts file, from 1; null for the whole file. */
  readonly line: number | null;
  /** Message without a full stop. */
  readonly message: string;
}

/** Creates a finding with the severity of its kind. */
export function receiptFinding(
  kind: ReceiptFindingKind,
  line: number | null,
  message: string,
): ReceiptFinding {
  return { kind, severity: receiptFindings[kind], line, message };
}

/** Returns the first digits of a hash or fingerprint, for messages. */
export function shortHash(hex: string): string {
  return hex.slice(0, 12);
}
