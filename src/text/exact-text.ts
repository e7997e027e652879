import { isUtf8 } from "node:buffer";

/** Decodes UTF-8 so that encoding the text returns the same bytes; null if the bytes are not UTF-8. */
export function exactText(bytes: Uint8Array): string | null {
  return isUtf8(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8")
    : null;
}
