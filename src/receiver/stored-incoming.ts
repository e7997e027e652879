import type { DeliveryDetail } from "../model/delivery.ts";
import type { EventTry, Incoming } from "./action.ts";
import { pathWithSecret, withSecret } from "./headers.ts";
import { parseBody } from "./parse-body.ts";

/**
 * Converts a stored delivery for the action of its route.
 * @param secret secret to restore; null without one
 */
export function incomingOf(
  delivery: Omit<DeliveryDetail, "sha256">,
  event: EventTry,
  secret: string | null,
): Incoming {
  const { seq, route, method, headers, remote, receivedAt, replayOf } = delivery;
  const body = Buffer.from(delivery.body);
  const parsed = parseBody(body);
  return {
    seq,
    route: route ?? "",
    method,
    target: pathWithSecret(delivery, secret),
    headers: withSecret(headers, secret),
    body,
    payload: parsed?.payload,
    schemaValid: parsed?.summary.schemaValid ?? false,
    remote,
    receivedAtMs: Date.parse(receivedAt),
    replayOf,
    event,
  };
}
