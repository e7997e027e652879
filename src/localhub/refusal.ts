import { randomUUID } from "node:crypto";

/** Set on every answer, so that a person can name the request they ask about. */
export const requestIdHeader = "x-request-id";

export function newRequestId(): string {
  return `req-${randomUUID()}`;
}

/**
 * An answer that says no, as the Hub does: the message in the JSON body and in `X-Error-Message`.
 * No `X-Error-Code`: clients make "repository not found" of it.
 */
export function refusal(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(
    { error: message },
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
