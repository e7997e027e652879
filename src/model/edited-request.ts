import { z } from "zod";
import type { Header } from "./delivery.ts";
import { headersToSendOn, secretHeader } from "./end-to-end.ts";

/** Schema of the changed request of a delivery, to send instead of the stored one. */
export const editedRequestSchema = z.strictObject({
  /** All headers to send, without the headers of `isPutIn`. */
  headers: z.array(z.tuple([z.string(), z.string()]).readonly()).readonly(),
  /** Text of the body; null to send the stored bytes. */
  body: z.string().nullable(),
});
export type EditedRequest = Readonly<z.infer<typeof editedRequestSchema>>;

/**
 * Returns true for a header that is added on sending and therefore missing in an edited request: the secret, Host,
 * Content-Length and the headers of the connection.
 */
export function isPutIn(header: Header): boolean {
  return header[0].toLowerCase() === secretHeader || headersToSendOn([header], null).length === 0;
}

/** Returns the reason if a header cannot be sent, or null. */
export function headerFault([name, value]: Header): string | null {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return `"${name}" is not the name of a header`;
  if (!/^[\t -~\u0080-\u00ff]*$/.test(value)) {
    return `the value of ${name} has a character that a header cannot contain`;
  }
  return isPutIn([name, value]) ? `${name} is put in when the delivery is sent` : null;
}

/** Returns the headers of an edited request, followed by the headers of the original that `isPutIn` names. */
export function withPutInHeaders(
  { headers }: EditedRequest,
  original: readonly Header[],
  bodyLength: number,
): readonly Header[] {
  const shown = new Set(headersToSendOn(original, null));
  const putIn = original
    .filter((header) => !shown.has(header))
    .map(([name, value]): Header => [name, /^content-length$/i.test(name) ? String(bodyLength) : value]);
  return [...headers, ...putIn];
}
