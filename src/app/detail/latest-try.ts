import type { Delivery, DeliveryDetail } from "../../model/delivery.ts";

/** The try to send a delivery on that came last and got no answer. */
export interface LatestTry {
  /** Counts from 1. */
  readonly number: number;
  /** Of what: a replay to a URL is tried once. */
  readonly of: "forward" | "replay";
  readonly error: string;
  /** When the next one is due, milliseconds since 1970; null: it is under way, or there is none. */
  readonly nextAtMs: number | null;
  /** It was the last one. */
  readonly isOver: boolean;
}

/** Null: the last one was answered, or nothing was sent on; or this is the detail of another delivery. */
export function latestTry(delivery: Delivery | null, detail: DeliveryDetail | null): LatestTry | null {
  if (delivery === null || detail?.seq !== delivery.seq) return null;
  const number = detail.attempts.length;
  const last = detail.attempts.at(-1);
  if (last === undefined || last.error === null || !isUrl(last.target)) return null;
  const nextAtMs = delivery.nextAttemptAt === null ? null : Date.parse(delivery.nextAttemptAt);
  const of = delivery.replayOf === null || nextAtMs !== null ? "forward" : "replay";
  return { number, of, error: last.error, nextAtMs, isOver: delivery.outcome !== "pending" };
}

/** Else it is a handler that failed, in a log of an older version. */
function isUrl(target: string): boolean {
  return /^https?:\/\//i.test(target);
}
