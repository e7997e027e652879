import type { ActionAnswer } from "./action.ts";
import { errorAnswer, type JsonAnswer, jsonAnswer } from "./json-answer.ts";

/** An answer with all its headers. */
export interface WholeAnswer {
  readonly status: number;
  /** Names and values in turn; the length is among them. Not readonly, because Node's writeHead does not say that it only reads. */
  readonly headers: string[];
  readonly body: string | Uint8Array;
}

/** An answer made once and sent many times: the text goes out with the head in one write. */
export interface Answer extends WholeAnswer {
  readonly body: string;
}

/** The delivery is on disk. */
export const stored = withLength(jsonAnswer(200, { ok: true }));

/** The delivery could not be written, so that the sender must keep it. */
export const notStored = refusal(503, "The delivery could not be stored. Send it again.", [
  "Retry-After",
  "5",
]);

/** The words of 401 and 403 are those of the Python client's webhooks server, which senders may look for. */
export const refusals = {
  noHost: refusal(400, "The Host header is missing."),
  twoHosts: refusal(400, "There is more than one Host header."),
  notJson: refusal(400, "The body is not JSON in UTF-8."),
  secretMissing: refusal(401, "x-webhook-secret header not set."),
  secretWrong: refusal(403, "Invalid webhook secret."),
  unknownRoute: refusal(404, "There is no such route."),
  notFound: refusal(404, "There is nothing here. Webhooks are under /webhooks/."),
  routeMethod: refusal(405, "A webhook is sent with POST.", ["Allow", "POST"]),
  tunnel: refusal(405, "This is no proxy.", ["Allow", "POST, GET, HEAD"]),
  pageMethod: refusal(405, "This page can only be read.", ["Allow", "GET, HEAD"]),
  // RFC 9110, section 12.5.3: in an answer, what a request may have been encoded with.
  contentCoding: refusal(415, "The body has a Content-Encoding. Send it as it is.", [
    "Accept-Encoding",
    "identity",
  ]),
  transferCoding: refusal(501, "Of Transfer-Encoding only chunked is understood."),
  expectation: refusal(417, "Of Expect only 100-continue is understood."),
  malformed: refusal(400, "This is not a well-formed HTTP request."),
  tooSlow: refusal(408, "The request took too long to arrive."),
  tooLargeExtensions: refusal(413, "The chunk extensions are too large."),
  tooLargeHead: refusal(431, "The headers are too large."),
} as const;

/** An answer that Node does not let out: a status or a header it holds to be none. */
export const unsendable = refusal(500, "The answer could not be sent.");

/** The page at `/` is somebody's function, and it threw; what is wrong is said where that one sees it. */
export const pageFailed = refusal(500, "The page could not be made: what makes it failed.");

/** 413, with the limit in it. */
export function bodyTooLarge(maxBytes: number): Answer {
  return refusal(413, `The body is larger than ${maxBytes} bytes.`);
}

/** What an action answered, with its length. Statuses that have no body lose theirs (RFC 9110, section 6.4.1). */
export function wholeAnswer({ status, headers, body }: ActionAnswer): WholeAnswer {
  if (status === 204 || status === 304) return { status, headers: [...headers], body: "" };
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  return { status, headers: [...headers, "Content-Length", String(length)], body };
}

function refusal(status: number, error: string, headers?: readonly string[]): Answer {
  return withLength(errorAnswer(status, error, headers));
}

function withLength({ status, headers, body }: JsonAnswer): Answer {
  return { status, headers: [...headers, "Content-Length", String(Buffer.byteLength(body))], body };
}
