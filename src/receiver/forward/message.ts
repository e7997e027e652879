import { type PostResponse, type Posted, defaultMaxResponseBytes } from "../../http/post.ts";
import { endToEnd } from "../../model/end-to-end.ts";
import { redactUrl } from "../../text/credential-names.ts";
import { byteSize, plural } from "../../text/numbers.ts";
import type { ActionResponse, ActionEnd } from "../action.ts";
import { errorResponse } from "../responses.ts";

/** The forwarded part of a delivery. */
export interface Message {
  /** Target of a rule; null for the target of the forward. */
  readonly target: string | null;
  /** Alternating names and values. */
  readonly headers: readonly string[];
  /** Query without its question mark; empty if there is none. */
  readonly query: string;
  readonly body: Uint8Array;
}

/** Returns the query of a request target, in ASCII. */
export function queryOf(requestTarget: string): string {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(requestTarget) ?? [];
  // Bytes beyond ASCII arrive unescaped, one character each.
  return query.replaceAll(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** Appends a query to that of a target. */
export function withQuery(target: string, query: string): string {
  if (query === "") return target;
  const joint = !target.includes("?") ? "?" : /[?&]$/.test(target) ? "" : "&";
  return target + joint + query;
}

/**
 * Returns the outcome of a POST: any response is final, readable or not. Returns null without a response if the
 * delivery must be retried.
 */
export function endOf({ target, response, error, unreadable }: Posted): ActionEnd | null {
  if (response !== null) {
    const { status } = response;
    const isGood = status >= 200 && status < 300;
    return {
      outcome: isGood ? "handled" : "failed",
      status,
      reason: isGood ? null : `${redactUrl(target)} responded with ${status}`,
    };
  }
  // The target may have handled the delivery, and a retry would send it twice.
  return unreadable ? { outcome: "failed", status: null, reason: error } : null;
}

/** Creates the outcome of a delivery whose last attempt has no response. @param made number of attempts */
export function gaveUp({ target, error }: Posted, made: number): ActionEnd {
  const reason = `${redactUrl(target)} did not respond in ${plural(made, "attempt")}: ${error}`;
  return { outcome: "failed", status: null, reason };
}

/** Response after the last attempt has failed while the sender waits, with a short schedule of retries. */
export const unreachable = errorResponse(502, "The forward target did not respond.");

/** Response if the target's response is unreadable. */
export const unreadableResponse = errorResponse(502, "The forward target's response cannot be read as HTTP.");

/**
 * Converts the target's response for the sender, without connection headers. Returns a 502 if it is
 * incomplete or its status is below 200.
 */
export function passedBack(by: string, { status, headers, body, missing }: PostResponse): ActionResponse {
  if (missing === "end") return badGateway(status, "its end is missing");
  if (missing === "excess")
    return badGateway(status, `it is larger than ${byteSize(defaultMaxResponseBytes)}`);
  // Responses below 200 are interim, and Node cannot write a status of less than three digits.
  if (status < 200) return badGateway(status, "its status is not final");
  return { status, headers: endToEnd(headers).flat(), body, by };
}

function badGateway(status: number, why: string): ActionResponse {
  return errorResponse(502, `The forward target's response (${status}) cannot be passed on: ${why}.`);
}
