import { type PostResponse, type Posted, defaultMaxResponseBytes } from "../../http/post.ts";
import { plural } from "../../text/numbers.ts";
import type { ActionAnswer, ActionEnd } from "../action.ts";
import { endToEnd } from "../headers.ts";
import { errorAnswer, jsonAnswer } from "../responses.ts";

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

/** What the sender is told when its delivery is on disk and the target's answer cannot come in time. */
export const stillForwarding = jsonAnswer(202, {
  ok: true,
  message: "The delivery is stored and is being forwarded. The target has not answered yet.",
});

/** The receiver stops before the delivery was forwarded: the sender may keep it, and send it to whoever comes next. */
export const stopping = errorAnswer(
  503,
  "The receiver stops. The delivery is stored, but was not forwarded.",
  ["Retry-After", "5"],
);

/** The delivery cannot be put in the queue of later tries. */
export const notQueued = errorAnswer(
  503,
  "The delivery is stored, but was not forwarded: the log cannot be written.",
  ["Retry-After", "5"],
);

/** All tries were made while the sender waited, which only a short schedule allows. */
export const unreachable = errorAnswer(502, "The forward target did not respond.");

/** The target got the delivery, and nobody knows what it made of it. */
export const unreadableAnswer = errorAnswer(502, "The forward target's answer cannot be read as HTTP.");

/** The target's answer for the sender, as it is but for the headers of its connection; 502 for one that cannot be passed on whole. */
export function passedBack(by: string, { status, headers, body, missing }: PostResponse): ActionAnswer {
  if (missing === "end") return badGateway(status, "its end is missing");
  if (missing === "excess") return badGateway(status, `it is larger than ${defaultMaxResponseBytes} bytes`);
  // Below 200 an answer is no last one, and Node writes no status of less than three digits.
  if (status < 200) return badGateway(status, "that is not a status to end with");
  return { status, headers: endToEnd(headers).flat(), body, by };
}

function badGateway(status: number, why: string): ActionAnswer {
  return errorAnswer(502, `The forward target's answer (${status}) cannot be passed on: ${why}.`);
}
