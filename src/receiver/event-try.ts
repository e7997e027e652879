import type { DeliveryDetail } from "../model/delivery.ts";
import type { DeliveryLog } from "../store/delivery-log.ts";
import type { EventTry } from "./action.ts";

/**
 * Returns the next try of the event of a stored delivery. Never rejects: without the row of the first try, its time is
 * that of the delivery.
 */
export async function eventTryOf(
  { seq, eventId, eventOf, tries, attempts, receivedAt }: Omit<DeliveryDetail, "sha256">,
  log: Pick<DeliveryLog, "original">,
): Promise<EventTry> {
  // A log on other machines does not tell the event.
  const first = eventOf === 0 ? seq : eventOf;
  const row = first === seq ? null : await log.original(first).catch(() => null);
  const firstAtMs = Date.parse(row?.receivedAt ?? receivedAt);
  return { id: eventId, first, number: tries + attempts.length, firstAtMs };
}
