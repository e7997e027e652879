import { type DeliveryResponse, type Header, type Reply, storedResponseBytes } from "../model/delivery.ts";
import { redactBytes, redacted, redactText } from "../text/redact.ts";
import type { ActionAnswer } from "./action.ts";

/** What the log keeps of a target's answer: its headers but for the cookies it sets, which would let somebody in, and the first 20 kB of its body. */
export function keptReply(answer: Reply): Reply {
  return {
    headers: answer.headers.map(([name, value]): Header => [
      name,
      name.toLowerCase() === "set-cookie" ? redacted : value,
    ]),
    body: cut(answer.body),
  };
}

/** What the log keeps of the response to a sender: its type and the first 20 kB of its body, without the secrets. */
export function keptResponse(answer: ActionAnswer, secrets: readonly string[]): DeliveryResponse {
  const { status, headers, body, by = "receiver" } = answer;
  const place = headers.findIndex((name, at) => at % 2 === 0 && name.toLowerCase() === "content-type");
  const contentType = place === -1 ? null : (headers[place + 1] ?? null);
  // A character is a byte at least.
  const bytes = typeof body === "string" ? Buffer.from(body.slice(0, storedResponseBytes)) : body;
  return {
    by,
    status,
    contentType: contentType === null ? null : redactText(contentType, secrets),
    // What stands for a secret can be longer than that.
    body: cut(redactBytes(cut(bytes), secrets)),
    truncated: bytes.length > storedResponseBytes || body.length > storedResponseBytes,
  };
}

/** The same of a reply that is kept already. */
export function replyResponse(by: string, status: number, { headers, body }: Reply): DeliveryResponse {
  const contentType = headers.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? null;
  return { by, status, contentType, body, truncated: body.length >= storedResponseBytes };
}

/** A copy where it is cut: a view of its beginning would hold all of it in memory. */
function cut(body: Uint8Array): Uint8Array {
  return body.length > storedResponseBytes ? new Uint8Array(body.subarray(0, storedResponseBytes)) : body;
}
