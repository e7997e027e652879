import type { Posted } from "../http/post.ts";
import {
  type Attempt,
  type DeliveryResponse,
  type Header,
  type Reply,
  storedResponseBytes,
} from "../model/delivery.ts";
import { isCredentialHeader, redactQuery, redactUrl } from "../text/credential-names.ts";
import { redactBytes, redacted, redactText } from "../text/redact.ts";
import type { ActionResponse } from "./action.ts";

/**
 * Converts a POST into the attempt to log, without the credentials in the target's URL and in the headers of its
 * response.
 */
export function attemptOf({ target, startedAtMs, durationMs, response, error, aborted }: Posted): Attempt {
  const startedAt = new Date(startedAtMs).toISOString();
  const shown = redactUrl(target);
  if (response === null) {
    const why = aborted ? "canceled because the receiver is stopping" : error;
    return { target: shown, startedAt, status: null, error: why, durationMs, reply: null };
  }
  const headers = response.headers.map(([name, value]): Header => [
    name,
    isCredentialHeader(name) ? redacted : redactQuery(value),
  ]);
  const reply: Reply = { headers, body: truncate(response.body) };
  return { target: shown, startedAt, status: response.status, error: null, durationMs, reply };
}

/**
 * Redacts secrets that a target's response or an error message quotes: a target may echo its request, and a
 * handler may throw what it received. Secrets shorter than eight characters are not redacted.
 */
export function redactAttempt(attempt: Attempt, secrets: readonly string[]): Attempt {
  const { target, error, reply } = attempt;
  return {
    ...attempt,
    target: redactText(target, secrets),
    error: error === null ? null : redactText(error, secrets),
    reply: reply && {
      headers: reply.headers.map(([name, value]): Header => [name, redactText(value, secrets)]),
      body: redactBytes(reply.body, secrets),
    },
  };
}

/**
 * Converts the response to a sender into the part to log: status, type and the first 20 kB of the body, with
 * secrets redacted.
 */
export function storedResponse(response: ActionResponse, secrets: readonly string[]): DeliveryResponse {
  const { status, headers, body, by = "receiver" } = response;
  const place = headers.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === "content-type");
  const contentType = place === -1 ? null : (headers[place + 1] ?? null);
  // Each character is at least one byte.
  const bytes = typeof body === "string" ? Buffer.from(body.slice(0, storedResponseBytes)) : body;
  return {
    by: redactText(redactUrl(by), secrets),
    status,
    contentType: contentType === null ? null : redactText(contentType, secrets),
    // Truncate again: the placeholder can be longer than the secret it replaces.
    body: truncate(redactBytes(truncate(bytes), secrets)),
    truncated: bytes.length > storedResponseBytes || body.length > storedResponseBytes,
  };
}

/**
 * Converts an attempt's reply, which is already truncated and redacted, into the response to log.
 * @param whole response of the attempt, before it was truncated
 */
export function storedReply(
  by: string,
  { headers, body }: Reply,
  whole: NonNullable<Posted["response"]>,
): DeliveryResponse {
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;
  const truncated = whole.missing !== "nothing" || whole.body.length > storedResponseBytes;
  return { by, status: whole.status, contentType, body, truncated };
}

/** Truncates a body to 20 kB. Copies the part, because a view would keep the whole body in memory. */
function truncate(body: Uint8Array): Uint8Array {
  return body.length > storedResponseBytes ? new Uint8Array(body.subarray(0, storedResponseBytes)) : body;
}
