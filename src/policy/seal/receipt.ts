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

const signatureSchema = z.strictObject({
  /** Node role, as in the policy. */
  node: z.string(),
  /** Fingerprint of the public key: SHA-256 of its SPKI form (DER), in hex. */
  key: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519, over `signedBytes`, in hex. */
  signature: z.string().regex(/^[0-9a-f]{128}$/),
});

/** One line of `<policy>.receipts.jsonl`. All hashes use `algorithm`, in lower-case hex. */
export const receiptSchema = z.strictObject({
  version: z.literal(1),
  /** Hash of `root`, `prev` and `sealedAt`. */
  id: hex,
  /** Id of the previous receipt; null for the first. */
  prev: hex.nullable(),
  algorithm: z.enum(algorithms),
  chaining: z.enum(chainings),
  /** Depends on the content of the policy alone. */
  root: hex,
  leaves: z.array(z.strictObject({ part: z.string(), hash: hex })),
  nodes: z.array(z.strictObject({ hash: hex, own: hex.nullable(), links: z.array(place) })).nullable(),
  sealedAt: moment,
  /** Part `rest` when sealed, and the hash of the file's bytes; null without a file. */
  policy: z.strictObject({
    schema_version: z.string(),
    vertical: z.string(),
    regime: z.string(),
    effective_date: z.string(),
    jurisdiction: z.string(),
    fileHash: hex.nullable(),
  }),
  /** The part of that name when sealed, which determines algorithm, chaining, quorum and nodes. */
  receipt_chain: z.looseObject({
    algorithm: z.enum(algorithms),
    chaining: z.enum(chainings),
    quorum: z.string(),
    nodes: z.array(z.string()),
  }),
  /** Number of distinct mapped axes. */
  coverage: place,
  /** True if each mandatory axis has a mandatory mapping. */
  mandatorySatisfied: z.boolean(),
  /** Nodes that signed, in the order of `signatures`; empty if unsigned. */
  signers: z.array(z.string()),
  /** Hash of the receipt without this field and the signatures. */
  digest: hex,
  signatures: z.array(signatureSchema),
});

export type Receipt = Readonly<z.infer<typeof receiptSchema>>;
export type ReceiptSignature = Receipt["signatures"][number];

/** Returns the id of a receipt, which the `prev` of the next one contains. */
export function receiptId(
  hash: Hash,
  { root, prev, sealedAt }: Pick<Receipt, "root" | "prev" | "sealedAt">,
): string {
  return hash(purposes.receiptId, canonicalJson({ prev, root, sealedAt }));
}

/** Returns the digest of a receipt, which reveals a change of any field, also without signatures. */
export function receiptDigest(hash: Hash, receipt: Omit<Receipt, "digest" | "signatures">): string {
  return hash(purposes.receiptDigest, canonicalJson({ ...receipt, digest: "", signatures: [] }));
}

/** Returns the bytes a node signs: a header line, and the receipt without its signatures. */
export function signedBytes(receipt: Omit<Receipt, "signatures">): Uint8Array {
  return Buffer.from(`hooklens policy receipt 1\n${canonicalJson({ ...receipt, signatures: [] })}`);
}

/** Formats the line of a receipts file, with its line end. */
export function receiptLine(receipt: Receipt): string {
  return `${canonicalJson(receipt)}\n`;
}
