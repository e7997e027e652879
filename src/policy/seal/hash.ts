import { createHash } from "node:crypto";
import type { Algorithm } from "../policy.ts";

/** Hashes the concatenation of texts (as UTF-8) and bytes; returns lower-case hex. */
export type Hash = (...pieces: readonly (string | Uint8Array)[]) => string;

/** First byte of each hash by its kind, so that none can replace another. 0 and 1 are those of RFC 6962, section 2.1, and RFC 9162. */
export const purposes = {
  leaf: Uint8Array.of(0),
  node: Uint8Array.of(1),
  link: Uint8Array.of(2),
  receiptId: Uint8Array.of(3),
  receiptDigest: Uint8Array.of(4),
} as const;

/** Digits of a hash in hex. BLAKE3 is used at its default length of 256 bits. */
export const hexLengths = {
  "SHA3-256": 64,
  "SHA-256": 64,
  BLAKE3: 64,
  "SHA3-512": 128,
} as const satisfies Readonly<Record<Algorithm, number>>;

/** Returns the hash function of an algorithm. BLAKE3, which Node lacks, is loaded on first use. */
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

/** Decodes a hash in hex. */
export function hashBytes(hex: string): Uint8Array {
  return Buffer.from(hex, "hex");
}
