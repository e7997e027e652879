import { createHash, type KeyObject, sign, verify } from "node:crypto";
import { type Receipt, type ReceiptSignature, signedBytes } from "./receipt.ts";

/** Node that can sign, with its keys. */
export interface Signer {
  readonly node: string;
  /** Ed25519 private key. */
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

/** Trusted public key of a node. A node may have several, including former ones. */
export interface TrustedKey {
  readonly node: string;
  /** Ed25519 public key. */
  readonly publicKey: KeyObject;
}

/** Returns the SHA-256 of a public key's SPKI form (DER), in hex. */
export function keyFingerprint(publicKey: KeyObject): string {
  return createHash("sha256")
    .update(publicKey.export({ type: "spki", format: "der" }))
    .digest("hex");
}

/** Signs a receipt as a node. */
export function signReceipt(receipt: Omit<Receipt, "signatures">, signer: Signer): ReceiptSignature {
  return {
    node: signer.node.normalize("NFC"),
    key: keyFingerprint(signer.publicKey),
    signature: sign(null, signedBytes(receipt), signer.privateKey).toString("hex"),
  };
}

/** Returns true if the signature of these `signedBytes` was created with the key. */
export function isSignedBy(
  signed: Uint8Array,
  { signature }: ReceiptSignature,
  publicKey: KeyObject,
): boolean {
  return verify(null, signed, publicKey, Buffer.from(signature, "hex"));
}

/** Trusted key with the fingerprint by which receipts name it. */
export interface KnownKey extends TrustedKey {
  readonly fingerprint: string;
}

/** Returns the keys as receipts name them: node in NFC, key by its fingerprint. */
export function knownKeys(keys: readonly TrustedKey[]): readonly KnownKey[] {
  return keys.map(({ node, publicKey }) => ({
    node: node.normalize("NFC"),
    publicKey,
    fingerprint: keyFingerprint(publicKey),
  }));
}
