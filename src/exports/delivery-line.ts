import type { DeliveryDetail, DeliveryResponse } from "../model/delivery.ts";
import { exactText } from "../text/exact-text.ts";
import { machineJson } from "../text/machine-json.ts";

/** Body on a line: a text that encodes to the same bytes, or base64. */
type LineBody = { readonly bodyText: string } | { readonly bodyBase64: string };

/**
 * Returns a delivery as one NDJSON line without its line end. Keeps the exact bytes of all bodies, unlike the JSON of
 * `deliveries show`.
 */
export function deliveryLine(delivery: DeliveryDetail): string {
  const { body, response, attempts, removed: _, ...row } = delivery;
  return machineJson({
    ...row,
    ...bodyOf(body),
    response: response === null ? null : responseOf(response),
    attempts: attempts.map(({ reply, ...attempt }) => ({
      ...attempt,
      reply: reply === null ? null : { headers: reply.headers, ...bodyOf(reply.body) },
    })),
  });
}

function responseOf({ body, ...response }: DeliveryResponse): Record<string, unknown> {
  return { ...response, ...bodyOf(body) };
}

function bodyOf(body: Uint8Array): LineBody {
  const text = exactText(body);
  return text === null ? { bodyBase64: Buffer.from(body).toString("base64") } : { bodyText: text };
}
