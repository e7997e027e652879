import type { Severity } from "../finding.ts";

/** Kinds of findings of `verify`, with their severity. */
const receiptFindings = {
  /** There is no receipt in the file. */
  "no-receipts": "error",
  /** A line is not UTF-8, not JSON or not a receipt. */
  "unreadable-line": "error",
  /** The last line has no end: a crash, or a cut, while it was written. */
  "half-written": "error",
  /** A line is a receipt, but not the text `seal` writes. */
  "not-canonical": "error",
  /** The root does not follow from the hashes of the parts, or one of these is not that of what the receipt shows of the part. */
  "altered-root": "error",
  /** The id does not follow from root, prev and sealedAt. */
  "altered-id": "error",
  /** Something else in the receipt is not as it was sealed. */
  "altered-payload": "error",
  /** The receipt before this one is not here. */
  dropped: "error",
  /** A receipt that is no link of the chain. */
  inserted: "error",
  /** A receipt that was there before. */
  replayed: "error",
  /** A receipt that stands in the wrong line. */
  reordered: "error",
  /** Sealed before the one it follows. */
  "clock-regressed": "error",
  /** The expected last receipt is not here. */
  "cut-off": "error",
  /** The expected last receipt is here, and others follow it. */
  "beyond-head": "warning",
  /** Nobody signed, where nobody has to have. */
  unsigned: "warning",
  /** A node that signed, or has to have, has no signature here. */
  "missing-signature": "error",
  /** A signature that is not of this receipt, not of a node of the policy, or stands here a second time. */
  "invalid-signature": "error",
  /** No public key of the node that signed is known here. */
  "unknown-key": "error",
  /** The node that signed is known here, with another key. */
  "wrong-key": "error",
  /** Fewer good signatures than the quorum asks for. */
  "too-few-signatures": "error",
  /** A part of the policy is not as it was last sealed. */
  "policy-changed": "error",
  /** A proof does not show that its clause is in the policy that was last sealed. */
  "not-included": "error",
} as const satisfies Readonly<Record<string, Severity>>;

export type ReceiptFindingKind = keyof typeof receiptFindings;

/** Something wrong with a file of receipts. Data, never thrown. */
export interface ReceiptFinding {
  readonly kind: ReceiptFindingKind;
  readonly severity: Severity;
  /** Line of the receipts file, from 1; null for the whole file. */
  readonly line: number | null;
  /** Message without a full stop. */
  readonly message: string;
}

/** A finding of that kind's severity. */
export function receiptFinding(
  kind: ReceiptFindingKind,
  line: number | null,
  message: string,
): ReceiptFinding {
  return { kind, severity: receiptFindings[kind], line, message };
}

/** The first digits of a hash or fingerprint, enough to know it by in a message. */
export function shortHash(hex: string): string {
  return hex.slice(0, 12);
}
