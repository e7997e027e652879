import { randomUUID } from "node:crypto";

/** Set on every answer, so that a person can name the request they ask about. */
export const requestIdHeader = "x-request-id";

export function newRequestId(): string {
  return `req-${randomUUID()}`;
}

/**
 * An answer that says no, as the Hub does: the message in the JSON body and in `X-Error-Message`.
 * No `X-Error-Code` unless it is about a repo: clients make "repository not found" of it.
 * @param more what the body has beside the message
 */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
  more: Readonly<Record<string, unknown>> = {},
): Response {
  return Response.json(
    { error: message, ...more },
    {
      status,
      headers: {
        // A header carries ASCII only; the body has the whole message.
        "x-error-message": message.replaceAll(/[^\x20-\x7e]/g, "?"),
        [requestIdHeader]: newRequestId(),
        ...headers,
      },
    },
  );
}
