import { isUtf8 } from "node:buffer";
import { type PayloadSummary, readPayload } from "../model/payload-read.ts";
import { jsonFault } from "../text/json-fault.ts";

/** A body that is JSON. */
export interface ParsedBody {
  /** Any JSON value. */
  readonly payload: unknown;
  readonly summary: PayloadSummary;
}

/**
 * Parses a body as a payload. Accepts every JSON value: one that does not conform to the schema is only
 * marked.
 * @returns null if the body is not JSON in UTF-8
 */
export function parseBody(body: Buffer): ParsedBody | null {
  // Decoding replaces invalid bytes with U+FFFD, which could turn invalid JSON into valid JSON.
  if (!isUtf8(body)) return null;
  let payload: unknown;
  try {
    payload = JSON.parse(body.toString("utf8"));
  } catch {
    // The parser's message quotes the body, which may be long; the row stores the body itself.
    return null;
  }
  return { payload, summary: readPayload(payload) };
}

/**
 * Returns the reason `parseBody` refused a body: `bad JSON: unexpected end inside an object at 1:23`. May
 * quote the body.
 */
export function badJson(body: Buffer): string {
  if (!isUtf8(body)) return "bad JSON: not UTF-8";
  if (body.length === 0) return "bad JSON: the body is empty";
  const fault = jsonFault(body.toString("utf8"));
  return fault === null ? "bad JSON" : `bad JSON: ${fault.what} at ${fault.line}:${fault.column}`;
}

const quote = 0x22;
const backslash = 0x5c;

/**
 * Returns true if the JSON is nested deeper than `maxDepth`. Scans the bytes once without allocating: a
 * parser would create an object for each level. Stops at the first level that is too deep.
 */
export function isDeeperThan(json: Uint8Array, maxDepth: number): boolean {
  // The body is too short to be nested that deep.
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
