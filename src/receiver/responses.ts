import { byteSize } from "../text/numbers.ts";
import type { ActionResponse } from "./action.ts";
import { storedResponse } from "./stored-response.ts";

/** A response with a text body, created once and sent many times. */
export interface JsonResponse extends ActionResponse {
  readonly body: string;
}

/**
 * Creates a JSON response.
 * @param headers besides Content-Type: alternating names and values, without connection headers
 */
export function jsonResponse(status: number, value: object, headers: readonly string[] = []): JsonResponse {
  return { status, headers: ["Content-Type", "application/json", ...headers], body: JSON.stringify(value) };
}

/** Creates an error response: `{"error": …}`. */
export function errorResponse(status: number, error: string, headers?: readonly string[]): JsonResponse {
  return jsonResponse(status, { error }, headers);
}

/** Asks the sender of a 503 to wait 5 s: what is missing comes back by itself. */
export const retryLater = ["Retry-After", "5"] as const;

/** Response to a stored delivery. */
export const acceptedResponse = jsonResponse(200, { ok: true });

/** Logged part of `acceptedResponse`. */
export const loggedAcceptedResponse = storedResponse(acceptedResponse, []);

/** Response to a stored delivery whose action has not responded. */
export const stillRunning = jsonResponse(202, {
  ok: true,
  message: "The delivery is stored and is being handled.",
});

/** Response to a delivery in the queue, whose work has not responded. */
export const inQueue = jsonResponse(202, {
  ok: true,
  message: "The delivery is stored and in the queue. It is being handled.",
});

/** Response to a delivery whose action has failed finally; the sender must not send again. */
export const notRepeated = jsonResponse(202, {
  ok: false,
  message: "The delivery is stored, but could not be handled. It is not tried again.",
});

/** Response to a delivery in the queue while the runs are held. */
export const heldBack = jsonResponse(202, {
  ok: true,
  message: "The delivery is stored and in the queue, which is held. It is handled after resume.",
});

/** Response if the receiver stops before the delivery is handled; the sender may retry. */
export const stopping = errorResponse(
  503,
  "The receiver is stopping. The delivery is stored, but was not handled.",
  retryLater,
);

/** Response if the delivery cannot be put in the queue. */
export const notQueued = errorResponse(
  503,
  "The delivery is stored, but was not handled: the log cannot be written.",
  retryLater,
);

/** Response to a delivery that could not be stored; the sender must retry. */
export const notStored = errorResponse(503, "The delivery could not be stored. Send it again.", retryLater);

/**
 * Responses to refused requests. Those for a missing and a wrong secret have the messages of the Python
 * client's webhooks server, which senders may check.
 */
export const refusals = {
  noHost: errorResponse(400, "The Host header is missing."),
  twoHosts: errorResponse(400, "There is more than one Host header."),
  notJson: errorResponse(400, "The body is not JSON in UTF-8."),
  secretMissing: errorResponse(401, "x-webhook-secret header not set."),
  secretWrong: errorResponse(403, "Invalid webhook secret."),
  noSecret: errorResponse(
    403,
    "This route has no secret and is closed while other machines can reach the receiver.",
  ),
  otherSite: errorResponse(
    403,
    "Requests from web pages of other sites are refused on a route without a secret.",
  ),
  foreignHost: errorResponse(
    421,
    "This receiver has another host name. Use localhost or 127.0.0.1, or set a secret.",
  ),
  unknownRoute: errorResponse(404, "This route does not exist."),
  notFound: errorResponse(404, "There is nothing at this path. Routes are under /webhooks/."),
  routeMethod: errorResponse(405, "Deliveries must be sent with POST.", ["Allow", "POST"]),
  tunnel: errorResponse(405, "This server is not a proxy.", ["Allow", "POST, GET, HEAD"]),
  pageMethod: errorResponse(405, "This page is read-only.", ["Allow", "GET, HEAD"]),
  // In a response, this header lists the codings a request may use: RFC 9110, section 12.5.3.
  contentCoding: errorResponse(415, "The body has a Content-Encoding. Send it without one.", [
    "Accept-Encoding",
    "identity",
  ]),
  transferCoding: errorResponse(501, "The only supported Transfer-Encoding is chunked."),
  expectation: errorResponse(417, "The only supported Expect is 100-continue."),
  malformed: errorResponse(400, "This is not a well-formed HTTP request."),
  tooSlow: errorResponse(408, "The request took too long to arrive."),
  tooLargeExtensions: errorResponse(413, "The chunk extensions are too large."),
  tooLargeHead: errorResponse(431, "The headers are too large."),
} as const;

/**
 * Creates the response at `/healthz`.
 * @param receiver ID of the running receiver, which tells it from another program on its port
 * @param reason reason deliveries cannot be stored; null if they can
 * @param unreadable number of jobs that were given up because they cannot be read
 */
export function healthResponse(receiver: string, reason: string | null, unreadable: number): JsonResponse {
  const fresh = ["Cache-Control", "no-store"];
  return reason === null
    ? jsonResponse(200, { ok: true, receiver, ...(unreadable > 0 && { unreadable }) }, fresh)
    : jsonResponse(503, { ok: false, error: reason, receiver }, [...fresh, ...retryLater]);
}

/** Response if there is no memory for another body; the sender must retry. */
export const noRoom = errorResponse(503, "Too many deliveries are in progress. Send it again.", retryLater);

/** Response that replaces one with an invalid status or header. */
export const unsendable = errorResponse(500, "The response could not be sent.");

/** Response if the user's function for the page at `/` throws; the error is reported to the user. */
export const pageFailed = errorResponse(500, "The page could not be rendered.");

/** Creates the 413, whose message contains the limit. */
export function bodyTooLarge(maxBytes: number): JsonResponse {
  return errorResponse(413, `The body is larger than ${byteSize(maxBytes)}.`);
}

/** Creates the 400, whose message contains the limit. */
export function nestedTooDeep(maxDepth: number): JsonResponse {
  return errorResponse(400, `The JSON is nested deeper than ${maxDepth} levels.`);
}
