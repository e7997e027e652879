import { createHash } from "node:crypto";
import type { Algorithm } from "../policy.ts";

/** Function that hashes the concatenation of its arguments (texts as UTF-8) and returns lowercase hex. */
export type Hash = (...pieces: readonly (string | Uint8Array)[]) => string;

/**
 * First byte of the hashed data by the kind of hash, so that no hash can stand for one of another kind. 0 and
 * 1 are those of RFC 6962, section 2.1.
 */
export const purposes = {
  leaf: Uint8Array.of(0),
  node: Uint8Array.of(1),
  link: Uint8Array.of(2),
  receiptId: Uint8Array.of(3),
  receiptDigest: Uint8Array.of(4),
} as const;

/** Number of hex digits of a hash. BLAKE3 has its default length of 256 bits. */
export const hexLengths = {
  "SHA3-256": 64,
  "SHA-256": 64,
  BLAKE3: 64,
  "SHA3-512": 128,
} as const satisfies Readonly<Record<Algorithm, number>>;

/**
 * Returns the hash function of an algorithm. The module for BLAKE3, which Node lacks, is loaded on first use.
 */
export async function loadHash(algorithm: Algorithm): Promise<Hash> {
  switch (algorithm) {
    case "BLAKE3":
      return loadBlake3();
    case "SHA-256":
      return nodeHash("sha256");
    case "SHA3-256":
      return nodeHash("sha3-256");
    case "SHA3-512":
      return nodeHash("sha3-512");
  }
}

function nodeHash(name: string): Hash {
  return (...pieces) => {
    const hash = createHash(name);
    for (const piece of pieces) hash.update(piece);
    return hash.digest("hex");
  };
}

async function loadBlake3(): Promise<Hash> {
  const { createBLAKE3 } = await import("hash-wasm");
  const hash = await createBLAKE3();
  return (...pieces) => {
    hash.init();
    for (const piece of pieces) hash.update(piece);
    return hash.digest("hex");
  };
}

/** Decodes a hash from hex. */
export function hashBytes(hex: string): Uint8Array {
  return Buffer.from(hex, "hex");
}
