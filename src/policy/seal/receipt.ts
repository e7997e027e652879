import { z } from "zod";
import { algorithms, chainings } from "../policy.ts";
import { canonicalJson } from "./canonical.ts";
import { type Hash, purposes } from "./hash.ts";

const hex = z.string().regex(/^(?:[0-9a-f]{64}|[0-9a-f]{128})$/);
const place = z.int().nonnegative();

/** Time in the format of `Date.prototype.toISOString`. */
const moment = z.string().refine(isMoment);

function isMoment(text: string): boolean {
  const ms = Date.parse(text);
  return Number.isFinite(ms) && new Date(ms).toISOString() === text;
}

export const signatureSchema = z.strictObject({
  /** Node of the policy, in NFC. */
  node: z.string(),
  /** Fingerprint of the public key: SHA-256 of its SPKI form (DER), in hex. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519 signature of `signedBytes`, in hex. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});

/** Fields of a receipt that are independent of its signers. */
const contentFields = {
  /** Hash of `root`, `prev` and `sealedAt`. */
  id: hex,
  /** ID of the previous receipt; null for the first. */
  prev: hex.nullable(),
  algorithm: z.enum(algorithms),
  chaining: z.enum(chainings),
  /** Root of the policy's parts, independent of the file's format, comments and key order. */
  root: hex,
  leaves: z.array(z.strictObject({ part: z.string(), hash: hex })),
  nodes: z.array(z.strictObject({ hash: hex, own: hex.nullable(), links: z.array(place) })).nullable(),
  sealedAt: moment,
  /**
   * Fields outside the sections when sealed, and the hash of the file's bytes, which is null without a file.
   */
  policy: z.strictObject({
    schema_version: z.string(),
    vertical: z.string(),
    regime: z.string(),
    effective_date: z.string(),
    jurisdiction: z.string(),
    fileHash: hex.nullable(),
  }),
  /** The policy's `receipt_chain` when sealed. */
  receipt_chain: z.looseObject({
    algorithm: z.enum(algorithms),
    chaining: z.enum(chainings),
    quorum: z.string().regex(/^[0-9]+-of-[0-9]+$/),
    nodes: z.array(z.string()),
  }),
  /** Number of axes that at least one clause maps. */
  coverage: place,
  /** True if each mandatory axis has a mandatory mapping. */
  mandatorySatisfied: z.boolean(),
};

/** Content of a receipt: all but `version` and signer-dependent fields. */
export const receiptContentSchema = z.strictObject(contentFields);

/** Line of `<policy>.receipts.jsonl`. Its hashes use `algorithm` and are in lowercase hex. */
export const receiptSchema = z.strictObject({
  /** 1: signed at once, by known signers. 2: proposed, then signed by one node after another. */
  version: z.union([z.literal(1), z.literal(2)]),
  ...contentFields,
  /** Nodes that signed, in the order of `signatures`; empty if unsigned. */
  signers: z.array(z.string()),
  /** Hash of the receipt with `digest` and `signatures` empty. */
  digest: hex,
  signatures: z.array(signatureSchema),
});

export type Receipt = Readonly<z.infer<typeof receiptSchema>>;
export type ReceiptContent = Readonly<z.infer<typeof receiptContentSchema>>;
export type ReceiptSignature = Receipt["signatures"][number];

/** Returns the ID of a receipt, which is the `prev` of the next one. */
export function receiptId(
  hash: Hash,
  { root, prev, sealedAt }: Pick<Receipt, "root" | "prev" | "sealedAt">,
): string {
  return hash(purposes.receiptId, canonicalJson({ prev, root, sealedAt }));
}

/**
 * Returns the digest of a receipt, which reveals a change to any field except `signatures`, even if unsigned.
 */
export function receiptDigest(hash: Hash, receipt: Omit<Receipt, "digest" | "signatures">): string {
  return hash(purposes.receiptDigest, canonicalJson({ ...receipt, digest: "", signatures: [] }));
}

/**
 * Returns the bytes that a node signs: a header line, and the receipt with `signatures` empty. In version 2
 * `signers` and `digest` are empty, too: who signs is known only when the quorum is reached.
 */
export function signedBytes(receipt: Omit<Receipt, "signatures">): Uint8Array {
  const open = receipt.version === 1 ? {} : { signers: [], digest: "" };
  const text = canonicalJson({ ...receipt, ...open, signatures: [] });
  return Buffer.from(`hooklens policy receipt ${receipt.version}\n${text}`);
}

/** Formats a receipt as a line of the receipts file, with its line ending. */
export function receiptLine(receipt: Receipt): string {
  return `${canonicalJson(receipt)}\n`;
}
