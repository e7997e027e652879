import type { Delivery, DeliveryDetail } from "../../../model/delivery.ts";
import type { DeliveryContext } from "../../../tables/deliveries.ts";
import { fitLine, line, span, type Line } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { relativeTime } from "../../../text/relative-time.ts";
import { visible, v } from "../../../text/visible.ts";

/** Latest attempt of a forward or replay, if it has no response. */
export interface LatestAttempt {
  /** Position among the attempts, from 1. */
  readonly number: number;
  /** `replay` for the unrepeated attempt of a replayed delivery. */
  readonly kind: "forward" | "replay";
  readonly error: string;
  /** Time of the next attempt in milliseconds since 1970; null if it is in progress or there is none. */
  readonly nextAtMs: number | null;
  /** True if no other attempt follows. */
  readonly isOver: boolean;
}

/**
 * Returns the latest attempt; null if there is none, it has a response or no URL, or the detail belongs to another
 * delivery.
 */
export function latestAttempt(
  delivery: Delivery | null,
  detail: DeliveryDetail | null,
): LatestAttempt | null {
  if (delivery === null || detail?.seq !== delivery.seq) return null;
  const number = detail.attempts.length;
  const last = detail.attempts.at(-1);
  if (last === undefined || last.error === null || !isUrl(last.target)) return null;
  const nextAtMs = delivery.nextAttemptAt === null ? null : Date.parse(delivery.nextAttemptAt);
  const kind = delivery.replayOf === null || nextAtMs !== null ? "forward" : "replay";
  return { number, kind, error: last.error, nextAtMs, isOver: delivery.outcome !== "pending" };
}

/** Returns true for a URL. Logs of older versions also have attempts of handlers, such as `handler train`. */
function isUrl(target: string): boolean {
  return /^https?:\/\//i.test(target);
}

const statusColumns = 6;
/** Minimum columns of the number. */
const numberColumns = 5;

/**
 * Draws the latest attempt: number, error, and the time of the next attempt or the total.
 * @param statusLeft columns left of the status of the rows, below which that of the attempt is
 */
export function attemptRow(
  { number, kind, error, nextAtMs, isOver }: LatestAttempt,
  width: number,
  { nowMs, forwardsHeld = false }: Pick<DeliveryContext, "nowMs" | "forwardsHeld">,
  statusLeft: number,
): Line {
  const position = v`${`└ ${number}`.padStart(Math.max(numberColumns, statusLeft - 1))} `;
  const next = nextAtMs === null || nextAtMs <= nowMs ? v`now` : relativeTime(nextAtMs, nowMs);
  const rest = forwardsHeld ? v`held` : v`next ${next}`;
  const attempts = isOver ? v`after ${plural(number, "attempt")}` : v`attempt ${number} · ${rest}`;
  return fitLine(
    line(
      span(position, "muted"),
      span(v`${"✗ —".padEnd(statusColumns)} `, "error"),
      span(v`${kind} `, "muted"),
      span(visible(error)),
      span(v` · ${attempts}`, "muted"),
    ),
    width,
  );
}
