import type { Delivery } from "../../../model/delivery.ts";
import type { DeliveryPage } from "../../../store/delivery-log.ts";

/** Minimum age of a listed pending delivery: faster ones never appear as pending. */
const pendingDelayMs = 100;

/** Page without its newest rows, and the time until they are due in milliseconds; null without withheld rows. */
export interface HeldBack {
  readonly page: DeliveryPage;
  readonly dueMs: number | null;
}

/** Withholds the rows from the oldest young pending one on, so that the list has no gap. */
export function holdBack(page: DeliveryPage, nowMs: number): HeldBack {
  const oldest = page.rows.findLastIndex((row) => isYoung(row, nowMs));
  const held = page.rows[oldest];
  if (held === undefined) return { page, dueMs: null };
  const dueMs = Date.parse(held.receivedAt) + pendingDelayMs - nowMs;
  return { page: { ...page, rows: page.rows.slice(oldest + 1) }, dueMs };
}

/**
 * Returns true for a young pending row. A time far in the future comes from a wrong clock. A further try is listed at
 * once: a folded list has no other row of its event.
 */
function isYoung({ outcome, receivedAt, seq, eventOf }: Delivery, nowMs: number): boolean {
  return (
    outcome === "pending" && eventOf === seq && Math.abs(nowMs - Date.parse(receivedAt)) < pendingDelayMs
  );
}
