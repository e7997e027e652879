import { isUtf8 } from "node:buffer";
import { readPayload } from "../model/payload-read.ts";

/**
 * Reads a body as a payload. A field, scope or kind that is not known is no fault, and one that is missing only a mark;
 * what is not JSON is refused.
 * @returns null for what is not JSON in UTF-8
 */
export function judgeBody(body: Buffer): ReturnType<typeof readPayload> | null {
  // Decoding puts U+FFFD in place of broken bytes, and so would make JSON of what is none.
  if (!isUtf8(body)) return null;
  let value: unknown;
  try {
    value = JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's message quotes the body, which is the sender's and may be long; the row keeps the body itself.
    return null;
  }
  return readPayload(value);
}
