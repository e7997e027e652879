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

const quote = 0x22;
const backslash = 0x5c;

/**
 * Whether arrays and objects in a JSON text lie within each other deeper than that. Reads the bytes once and keeps nothing: a parser
 * would first make an object for each level. Stops where the answer is known.
 */
export function isDeeperThan(json: Uint8Array, maxDepth: number): boolean {
  // Not even all of its bytes would do.
  if (json.length <= maxDepth) return false;
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case 0x5b:
      case 0x7b:
        depth += 1;
        if (depth > maxDepth) return true;
        break;
      case 0x5d:
      case 0x7d:
        depth -= 1;
        break;
      case quote:
        for (at += 1; at < json.length && json[at] !== quote; at += 1) if (json[at] === backslash) at += 1;
        break;
      default:
    }
  }
  return false;
}
