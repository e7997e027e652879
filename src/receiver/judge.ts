import { isUtf8 } from "node:buffer";
import { type PayloadSummary, readPayload } from "../model/payload-read.ts";
import { jsonFault } from "../text/json-fault.ts";

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

/** Why `judgeBody` refused a body, in plain words: `bad JSON: unexpected end inside an object at 1:23`. It may quote the body. */
export function badJson(body: Buffer): string {
  if (!isUtf8(body)) return "bad JSON: not UTF-8";
  if (body.length === 0) return "bad JSON: the body is empty";
  const fault = jsonFault(body.toString("utf8"));
  return fault === null ? "bad JSON" : `bad JSON: ${fault.what} at ${fault.line}:${fault.column}`;
}
