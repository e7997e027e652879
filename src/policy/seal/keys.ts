import { createHash, type KeyObject, sign, verify } from "node:crypto";
import { type Receipt, type ReceiptSignature, signedBytes } from "./receipt.ts";

/** A node that can sign. */
export interface Signer {
  readonly node: string;
  /** Ed25519. */
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** A trusted public key of a node. A node may have several, also former ones. */
export interface TrustedKey {
  readonly node: string;
  /** Ed25519. */
  readonly publicKey: KeyObject;
}

/** SHA-256 of a public key's SPKI form (DER), in hex. */
export function keyFingerprint(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** One node's signature of a receipt. */
export function signReceipt(receipt: Omit<Receipt, "signatures">, signer: Signer): ReceiptSignature {
  return {
    node: signer.node.normalize("NFC"),
    key: keyFingerprint(signer.publicKey),
    signature: sign(null, signedBytes(receipt), signer.privateKey).toString("hex"),
  };
}

/** Returns true if the key made the signature of these `signedBytes`. */
export function isSignedBy(
  signed: Uint8Array,
  { signature }: ReceiptSignature,
  publicKey: KeyObject,
): boolean {
  return verify(null, signed, publicKey, Buffer.from(signature, "hex"));
}

/** Trusted keys by their names in receipts. */
export interface KnownKey extends TrustedKey {
  readonly fingerprint: string;
}

/** Indexes keys as receipts name them: node in NFC, key by its fingerprint. */
export function knownKeys(keys: readonly TrustedKey[]): readonly KnownKey[] {
  return keys.map(({ node, publicKey }) => ({
    node: node.normalize("NFC"),
    publicKey,
    fingerprint: keyFingerprint(publicKey),
  }));
}

/** Returns true if a name is one of the nodes. Compares names in NFC. */
export function isNode(name: string, nodes: readonly string[]): boolean {
  return nodes.some((node) => node.normalize("NFC") === name.normalize("NFC"));
}
