import { setTimeout as pause } from "node:timers/promises";
import type { DeliveryLog, PrunePolicy } from "../../store/delivery-log.ts";

/** Maximum age of deliveries and maximum size of the log; null for no limit. */
export interface Retention {
  /** In milliseconds. */
  readonly keepMs: number | null;
  readonly keepBytes: number | null;
}

/** Default retention. */
export const defaultKeepDays = 30;
export const defaultKeepBytes = 2 * 1024 ** 3;
export const defaultRetention: Retention = retentionOf(defaultKeepDays, defaultKeepBytes);

/** Configured values; 0 means no limit. */
export function retentionOf(keepDays: number, keepBytes: number): Retention {
  return {
    keepMs: keepDays === 0 ? null : keepDays * 86_400_000,
    keepBytes: keepBytes === 0 ? null : keepBytes,
  };
}

/**
 * Interval of checks. A check that removes nothing is one query; a receiver at full load grows by half a gigabyte in this time.
 */
const checkEveryMs = 60_000;

export interface AgeClockOptions {
  /** Receipt of the newest delivery when the log was opened, in milliseconds since 1970; null for an empty log. */
  readonly newestAtOpenMs: number | null;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** Milliseconds of a monotonic clock. @default performance.now */
  readonly elapsed?: () => number;
}

/**
 * Returns a clock for the age of deliveries: the receipt of the newest delivery at the opening plus the time since, or the system's clock if that
 * is behind it. A start with a clock that is weeks ahead therefore removes no deliveries; after weeks without a delivery, old ones are removed
 * one start later.
 * @returns milliseconds since 1970
 */
export function ageClock({
  newestAtOpenMs,
  now = Date.now,
  elapsed = () => performance.now(),
}: AgeClockOptions): () => number {
  const openedMs = now();
  const elapsedAtOpen = elapsed();
  // Ignores deliveries in the future, which a wrong clock has dated.
  const startMs = Math.min(openedMs, newestAtOpenMs ?? openedMs);
  return () => Math.min(now(), startMs + elapsed() - elapsedAtOpen);
}

/** Converts a retention to the policy to prune by now. */
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
  /** Milliseconds since 1970 that age counts from (see `ageClock`). */
  readonly now: () => number;
  /** @default a minute */
  readonly everyMs?: number;
  /** Notified of the first failure after the start or after a success. */
  readonly onFailure: (reason: string) => void;
  /** Notified of the first deliveries removed. */
  readonly onRemoved?: (deliveries: number) => void;
}

/** Keeps a log within its retention: at the start and then once a minute. */
export function startRetention(options: RetentionOptions): RunningRetention {
  const { log, retention, now, everyMs = checkEveryMs, onFailure, onRemoved } = options;
  const stop = new AbortController();
  const { signal } = stop;

  async function run(): Promise<void> {
    let isFailing = false;
    let isReported = false;
    while (!signal.aborted) {
      try {
        const { deliveries } = await log.prune(prunePolicyOf(retention, now()), { signal });
        isFailing = false;
        if (deliveries > 0 && !isReported) onRemoved?.(deliveries);
        isReported ||= deliveries > 0;
      } catch (error) {
        if (!isFailing) onFailure(error instanceof Error ? error.message : String(error));
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
