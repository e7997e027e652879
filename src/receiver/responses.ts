import type { ActionAnswer } from "./action.ts";
import { storedResponse } from "./stored-response.ts";

/** An answer whose body is a text, made once and sent many times. */
export interface JsonAnswer extends ActionAnswer {
  readonly body: string;
}

/** @param headers beside the type of the body: names and values in turn, without those of the connection */
export function jsonAnswer(status: number, value: object, headers: readonly string[] = []): JsonAnswer {
  return { status, headers: ["Content-Type", "application/json", ...headers], body: JSON.stringify(value) };
}

/** The answer of everything that went wrong: `{"error": …}`. */
export function errorAnswer(status: number, error: string, headers?: readonly string[]): JsonAnswer {
  return jsonAnswer(status, { error }, headers);
}

/** The delivery is on disk. */
export const stored = jsonAnswer(200, { ok: true });

/** What the log keeps of that. */
export const loggedStored = storedResponse(stored, []);

/** The delivery could not be written, so that the sender must keep it. */
export const notStored = errorAnswer(503, "The delivery could not be stored. Send it again.", [
  "Retry-After",
  "5",
]);

/** The words of 401 and 403 are those of the Python client's webhooks server, which senders may look for. */
export const refusals = {
  noHost: errorAnswer(400, "The Host header is missing."),
  twoHosts: errorAnswer(400, "There is more than one Host header."),
  notJson: errorAnswer(400, "The body is not JSON in UTF-8."),
  secretMissing: errorAnswer(401, "x-webhook-secret header not set."),
  secretWrong: errorAnswer(403, "Invalid webhook secret."),
  noSecret: errorAnswer(403, "This route has no secret, and takes nothing from beyond its machine."),
  otherSite: errorAnswer(403, "Requests that a web page of another site makes are refused without a secret."),
  foreignHost: errorAnswer(
    421,
    "This receiver has another name: use localhost or 127.0.0.1, or give it a secret.",
  ),
  unknownRoute: errorAnswer(404, "There is no such route."),
  notFound: errorAnswer(404, "There is nothing here. Webhooks are under /webhooks/."),
  routeMethod: errorAnswer(405, "A webhook is sent with POST.", ["Allow", "POST"]),
  tunnel: errorAnswer(405, "This is no proxy.", ["Allow", "POST, GET, HEAD"]),
  pageMethod: errorAnswer(405, "This page can only be read.", ["Allow", "GET, HEAD"]),
  // RFC 9110, section 12.5.3: in an answer, what a request may have been encoded with.
  contentCoding: errorAnswer(415, "The body has a Content-Encoding. Send it as it is.", [
    "Accept-Encoding",
    "identity",
  ]),
  transferCoding: errorAnswer(501, "Of Transfer-Encoding only chunked is understood."),
  expectation: errorAnswer(417, "Of Expect only 100-continue is understood."),
  malformed: errorAnswer(400, "This is not a well-formed HTTP request."),
  tooSlow: errorAnswer(408, "The request took too long to arrive."),
  tooLargeExtensions: errorAnswer(413, "The chunk extensions are too large."),
  tooLargeHead: errorAnswer(431, "The headers are too large."),
} as const;

/**
 * The answer at `/healthz`.
 * @param reason why deliveries cannot be stored; null: they can
 */
export function healthAnswer(reason: string | null): JsonAnswer {
  const fresh = ["Cache-Control", "no-store"];
  return reason === null
    ? jsonAnswer(200, { ok: true }, fresh)
    : jsonAnswer(503, { ok: false, error: reason }, [...fresh, "Retry-After", "5"]);
}

/** There is no memory for one more body; its sender must keep it. */
export const noRoom = errorAnswer(503, "Too many deliveries are on their way. Send it again.", [
  "Retry-After",
  "5",
]);

/** An answer that HTTP cannot carry: a status or a header that is none. */
export const unsendable = errorAnswer(500, "The answer could not be sent.");

/** The page at `/` is somebody's function, and it threw; what is wrong is said where that one sees it. */
export const pageFailed = errorAnswer(500, "The page could not be made: what makes it failed.");

/** 413, with the limit in it. */
export function bodyTooLarge(maxBytes: number): JsonAnswer {
  return errorAnswer(413, `The body is larger than ${maxBytes} bytes.`);
}

/** 400, with the limit in it. */
export function nestedTooDeep(maxDepth: number): JsonAnswer {
  return errorAnswer(400, `The JSON is nested deeper than ${maxDepth} levels.`);
}
