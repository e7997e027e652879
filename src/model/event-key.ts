import type { NewDelivery } from "./delivery.ts";

const idMark = "id:";

/** Key of a message, and the time for which it is valid. */
export type DedupeKey = Pick<NewDelivery, "dedupeKey" | "dedupeWithinMs">;

/** Key of a delivery that cannot be a duplicate. */
export const noKey: DedupeKey = { dedupeKey: null, dedupeWithinMs: null };

/** Returns the key of a delivery with the ID of an event, which has no time limit; `noKey` without an ID. */
export function keyOfEvent(eventId: string | null): DedupeKey {
  return eventId === null ? noKey : { dedupeKey: idMark + eventId, dedupeWithinMs: null };
}

/** Returns the ID in the key of a delivery; null for a key of its content. */
export function eventIdOf({ dedupeKey, dedupeWithinMs }: DedupeKey): string | null {
  if (dedupeKey === null || dedupeWithinMs !== null) return null;
  return dedupeKey.startsWith(idMark) ? dedupeKey.slice(idMark.length) : dedupeKey;
}
