import { z } from "zod";

/** Encodes bytes for a JSON text. */
export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
}

/** Schema of bytes in a JSON text. */
export const base64Schema = z.string().transform((text): Uint8Array => Buffer.from(text, "base64"));
