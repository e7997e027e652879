import { setTimeout as pause } from "node:timers/promises";
import { errorText } from "../model/errors.ts";
import type { DeliveryLog, PrunePolicy } from "../store/delivery-log.ts";

/** Maximum age of deliveries and maximum size of the log; null for no limit. */
export interface Retention {
  /** Maximum age, in milliseconds. */
  readonly keepMs: number | null;
  /** Maximum size, in bytes. */
  readonly keepBytes: number | null;
}

/** Default maximum age of deliveries, in days. */
export const defaultKeepDays = 30;
/** Default maximum size of the log, in bytes. */
export const defaultKeepBytes = 2 * 1024 ** 3;
export const defaultRetention: Retention = retentionOf(defaultKeepDays, defaultKeepBytes);

/** Creates a retention from configured values; 0 disables a limit. */
export function retentionOf(keepDays: number, keepBytes: number): Retention {
  return {
    keepMs: keepDays === 0 ? null : keepDays * 86_400_000,
    keepBytes: keepBytes === 0 ? null : keepBytes,
  };
}

/**
 * Interval of checks, in milliseconds. A check that removes nothing is one query; a receiver at full load
 * grows by half a gigabyte in this time.
 */
const checkEveryMs = 60_000;

export interface AgeClockOptions {
  /**
   * Time of receipt of the newest delivery when the log was opened, in milliseconds since 1970; null for an
   * empty log.
   */
  readonly newestAtOpenMs: number | null;
  /**
   * Returns the system's time, in milliseconds since 1970.
   * @default Date.now
   */
  readonly now?: () => number;
  /**
   * Returns the time of a monotonic clock, in milliseconds.
   * @default performance.now
   */
  readonly elapsed?: () => number;
}

/**
 * Returns a clock for the age of deliveries: the receipt of the newest delivery when the log was opened plus
 * the time since, or the system's time if that is earlier. A system clock that is weeks ahead at the start
 * therefore does not remove deliveries too early. After weeks without a delivery, old ones are removed one
 * start later.
 * @returns milliseconds since 1970
 */
export function ageClock({
  newestAtOpenMs,
  now = Date.now,
  elapsed = () => performance.now(),
}: AgeClockOptions): () => number {
  const openedMs = now();
  const elapsedAtOpen = elapsed();
  // Ignores a receipt in the future, set by a wrong clock.
  const startMs = Math.min(openedMs, newestAtOpenMs ?? openedMs);
  return () => Math.min(now(), startMs + elapsed() - elapsedAtOpen);
}

/** Converts a retention to the policy for pruning at a time. */
export function prunePolicyOf({ keepMs, keepBytes }: Retention, nowMs: number): PrunePolicy {
  return { beforeMs: keepMs === null ? null : nowMs - keepMs, maxBytes: keepBytes };
}

export interface RunningRetention {
  /** Stops after the current step. */
  close(): Promise<void>;
}

export interface RetentionOptions {
  readonly log: Pick<DeliveryLog, "prune">;
  readonly retention: Retention;
  /** Returns the time from which age is measured, in milliseconds since 1970 (see `ageClock`). */
  readonly now: () => number;
  /**
   * Interval of checks, in milliseconds.
   * @default 60_000
   */
  readonly everyMs?: number;
  /** Called for the first failure after the start or after a success. */
  readonly onFailure: (reason: string) => void;
  /** Called once, with the number of deliveries of the first removal. */
  readonly onRemoved?: (deliveries: number) => void;
}

/**
 * Starts keeping a log within its retention: checks at once and then every `everyMs`. Checks nothing if there
 * is no limit.
 */
export function startRetention(options: RetentionOptions): RunningRetention {
  const { log, retention, now, everyMs = checkEveryMs, onFailure, onRemoved } = options;
  const stop = new AbortController();
  const { signal } = stop;

  async function run(): Promise<void> {
    let isFailing = false;
    let isReported = false;
    while (!signal.aborted) {
      try {
        const { deliveries } = await log.prune(prunePolicyOf(retention, now()), {
          signal,
          isBackground: true,
        });
        isFailing = false;
        if (deliveries > 0 && !isReported) onRemoved?.(deliveries);
        isReported ||= deliveries > 0;
      } catch (error) {
        if (!isFailing) onFailure(errorText(error));
        isFailing = true;
      }
      // Aborted: the loop ends by its condition.
      await pause(everyMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  const isUnlimited = retention.keepMs === null && retention.keepBytes === null;
  const running = isUnlimited ? Promise.resolve() : run();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
