import { setTimeout as pause } from "node:timers/promises";
import type { DeliveryLog, PrunePolicy } from "../../store/ports.ts";

/** How long deliveries are kept, and how large the log may become. Null: without end. */
export interface Retention {
  /** In milliseconds. */
  readonly keepMs: number | null;
  readonly keepBytes: number | null;
}

/** Where nothing else is configured. */
export const usualKeepDays = 30;
export const usualKeepBytes = 2 * 1024 ** 3;
export const usualRetention: Retention = retentionOf(usualKeepDays, usualKeepBytes);

/** As it is configured, where 0 means without end. */
export function retentionOf(keepDays: number, keepBytes: number): Retention {
  return {
    keepMs: keepDays === 0 ? null : keepDays * 86_400_000,
    keepBytes: keepBytes === 0 ? null : keepBytes,
  };
}

/**
 * Looked at so often. With nothing to remove that is one query for the oldest rows; a receiver that takes all it can may grow by half a
 * gigabyte meanwhile.
 */
const lookEveryMs = 60_000;

export interface AgeClockOptions {
  /** When the newest delivery that was there when the log was opened was received, in milliseconds since 1970; null: there was none. */
  readonly newestAtOpenMs: number | null;
  /** Milliseconds since 1970. @default Date.now */
  readonly now?: () => number;
  /** Milliseconds of a clock that nobody sets. @default performance.now */
  readonly elapsed?: () => number;
}

/**
 * The time that age counts from: that of the newest delivery at the opening plus the time since, where the clock is ahead of it. One start
 * with a clock that is weeks ahead makes nothing old, and what is received meanwhile is not asked: it has the time of that clock. After weeks
 * without a delivery what is old is therefore removed one start later.
 * @returns milliseconds since 1970
 */
export function ageClock({
  newestAtOpenMs,
  now = Date.now,
  elapsed = () => performance.now(),
}: AgeClockOptions): () => number {
  const openedMs = now();
  const elapsedAtOpen = elapsed();
  // A delivery of a clock that was ahead is in the future, and says nothing.
  const startMs = Math.min(openedMs, newestAtOpenMs ?? openedMs);
  return () => Math.min(now(), startMs + elapsed() - elapsedAtOpen);
}

/** What goes now by a retention. */
export function prunePolicyOf({ keepMs, keepBytes }: Retention, nowMs: number): PrunePolicy {
  return { beforeMs: keepMs === null ? null : nowMs - keepMs, maxBytes: keepBytes };
}

export interface RunningRetention {
  /** Ends what is under way after its current step. */
  close(): Promise<void>;
}

export interface RetentionOptions {
  readonly log: Pick<DeliveryLog, "prune">;
  readonly retention: Retention;
  /** Milliseconds since 1970 that age counts from (see `ageClock`). */
  readonly now: () => number;
  /** @default a minute */
  readonly everyMs?: number;
  /** Told once when it begins to fail (a full disk), and again when it fails after it had worked. */
  readonly onFailure: (reason: string) => void;
  /** Told of the first deliveries removed, so that the log does not become shorter without a word. */
  readonly onRemoved?: (deliveries: number) => void;
}

/** Keeps a log within its retention: at the start, and from then on once a minute. */
export function startRetention(options: RetentionOptions): RunningRetention {
  const { log, retention, now, everyMs = lookEveryMs, onFailure, onRemoved } = options;
  const stop = new AbortController();
  const { signal } = stop;

  async function run(): Promise<void> {
    let isFailing = false;
    let isTold = false;
    while (!signal.aborted) {
      try {
        const { deliveries } = await log.prune(prunePolicyOf(retention, now()), { signal });
        isFailing = false;
        if (deliveries > 0 && !isTold) onRemoved?.(deliveries);
        isTold ||= deliveries > 0;
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
