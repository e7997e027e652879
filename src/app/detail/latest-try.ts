import type { Delivery, DeliveryDetail } from "../../model/delivery.ts";
import { forwardDelaysMs } from "../../model/forward-schedule.ts";

/** The try to send a delivery on that came last and got no answer. */
export interface LatestTry {
  /** Counts from 1. */
  readonly number: number;
  /** Of what: a replay to a URL is tried once. */
  readonly of: "forward" | "replay";
  readonly error: string;
  /** When the next one is due, milliseconds since 1970; null: there is none. */
  readonly nextAtMs: number | null;
}

/** Null: the last one was answered, or nothing was sent on; or this is the detail of another delivery. */
export function latestTry(delivery: Delivery | null, detail: DeliveryDetail | null): LatestTry | null {
  if (delivery === null || detail?.seq !== delivery.seq) return null;
  const number = detail.attempts.length;
  const last = detail.attempts.at(-1);
  if (last === undefined || last.error === null || !isUrl(last.target)) return null;
  const delayMs = delivery.outcome === "pending" ? forwardDelaysMs[number - 1] : undefined;
  const nextAtMs = delayMs === undefined ? null : Date.parse(last.startedAt) + last.durationMs + delayMs;
  const of = delivery.replayOf === null || nextAtMs !== null ? "forward" : "replay";
  return { number, of, error: last.error, nextAtMs };
}

/** Else it is a handler's name. */
function isUrl(target: string): boolean {
  return /^https?:\/\//i.test(target);
}
