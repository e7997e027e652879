import type { Posted } from "../../http/post.ts";
import { plural } from "../../text/numbers.ts";
import type { ActionEnd } from "../action.ts";

/** What is sent on of a delivery, whatever the target. */
export interface Message {
  /** Names and values in turn. */
  readonly headers: readonly string[];
  /** Without its question mark; empty: there is none. */
  readonly query: string;
  readonly body: Uint8Array;
}

/** The query of a request's target, in ASCII. */
export function queryOf(requestTarget: string): string {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(requestTarget) ?? [];
  // Bytes beyond ASCII came as they were, one character each, and are to go so.
  return query.replaceAll(/[\u0080-\u00ff]/g, (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`);
}

/** A target with a query behind its own. */
export function withQuery(target: string, query: string): string {
  if (query === "") return target;
  const joint = !target.includes("?") ? "?" : /[?&]$/.test(target) ? "" : "&";
  return target + joint + query;
}

/** What a response means for the row: any is final. Null: there was none, and the delivery is to be sent again. */
export function endOf({ target, response, error, unreadable }: Posted): ActionEnd | null {
  if (response !== null) {
    const { status } = response;
    const isGood = status >= 200 && status < 300;
    return {
      outcome: isGood ? "handled" : "failed",
      status,
      reason: isGood ? null : `${target} responded with ${status}`,
    };
  }
  // The target has the delivery: another try would only hand it over once more.
  return unreadable ? { outcome: "failed", status: null, reason: error } : null;
}

/** What becomes of a row after the last try, which got no response either. @param made how many there were */
export function gaveUp({ target, error }: Posted, made: number): ActionEnd {
  const reason = `${target} did not respond in ${plural(made, "try", "tries")}: ${error}`;
  return { outcome: "failed", status: null, reason };
}
