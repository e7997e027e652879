import { isUtf8 } from "node:buffer";
import { type PayloadSummary, readPayload } from "../model/payload-read.ts";

/** A body that is JSON. */
export interface Judged {
  /** Any JSON value. */
  readonly payload: unknown;
  readonly summary: PayloadSummary;
}

/**
 * Reads a body as a payload. A field, scope or kind that is not known is no fault, and one that is missing only a mark;
 * what is not JSON is refused.
 * @returns null for what is not JSON in UTF-8
 */
export function judgeBody(body: Buffer): Judged | null {
  // Decoding puts U+FFFD in place of broken bytes, and so would make JSON of what is none.
  if (!isUtf8(body)) return null;
  let payload: unknown;
  try {
    payload = JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's message quotes the body, which is the sender's and may be long; the row keeps the body itself.
    return null;
  }
  return { payload, summary: readPayload(payload) };
}
