import type { Clock } from "../../model/clock.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { WorkQueue } from "../../store/work-queue.ts";
import { makeHeldBytes } from "../held-bytes.ts";
import { abortReason } from "../run-action.ts";
import { runClock } from "./answer-in-time.ts";
import { makeBackoff } from "./backoff.ts";
import { openQueuedRuns, type QueuedRuns } from "./queued-runs.ts";
import { makeRunPlaces } from "./run-places.ts";
import { makeTurns, type Turns } from "./turns.ts";
import { makeWaitingSenders, type StartRun } from "./waiting-senders.ts";
import type { WorkOf } from "./work.ts";

/** Maximum number of concurrent tries. */
export const maxTriesAtOnce = 16;

export interface RunsOptions {
  readonly log: Pick<DeliveryLog, "original" | "addAttempt" | "setOutcome">;
  /** Queue of `log`, owned by the caller. */
  readonly queue: WorkQueue;
  /**
   * False if others run the queued deliveries; deliveries are still tried while their senders wait. `unless shared`: true
   * for a queue without other workers.
   * @default true
   */
  readonly work?: boolean | "unless shared";
  /** Returns the work with a delivery whose job is due. Called after `dueNow`. */
  readonly workOf: WorkOf;
  /** Returns true if some deliveries of the queue can be tried. */
  readonly isActive: () => boolean;
  /** Longest delay between tries, in milliseconds. */
  readonly longestDelayMs: number;
  /** Returns the secrets to redact in the log. */
  readonly known: () => readonly string[];
  /** @default the system's clock */
  readonly clock?: Clock;
  /**
   * Memory limit for bodies of deliveries whose senders wait, in bytes; bodies beyond it are read from the
   * log. @default 256 MiB
   */
  readonly maxHeldBytes?: number;
  /** Called if the log or the queue cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
  /**
   * Receives a line for each delivery left untried because of its job or row.
   * @default none
   */
  readonly warn?: (line: string) => void;
}

/**
 * Runs of deliveries that are tried until one try succeeds, across restarts. Each is a job in one queue, stored before its
 * sender gets a 202.
 */
export interface Runs extends Pick<QueuedRuns, "drop" | "unreadable"> {
  readonly start: StartRun;
  readonly isShared: boolean;
  /** Turns of the runs of routes that have an order or a limit. */
  readonly turns: Turns;
  /** Aborted when tries in progress are cut off. */
  readonly signal: AbortSignal;
  /** Returns true if nothing is tried and deliveries wait. */
  isHeld(): boolean;
  /** Returns the number of tries in progress. */
  busy(): number;
  /** Returns the number of due deliveries with a waiting sender, waiting for a free place. */
  inLine(): number;
  /** Returns the number of deliveries waiting for a later try. */
  waiting(): number;
  /** Reads the queue now, because some of its deliveries may have become possible. */
  dueNow(): void;
  /** Calls the listener after each change of the numbers, several times per delivery. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  /** Holds all later tries in the queue, or resumes them. */
  hold(isHeld: boolean): void;
  /** Makes waiting deliveries due; null for all. Returns their number. */
  retry(seqs: readonly number[] | null): Promise<number>;
  /**
   * Finishes tries in progress or waiting for a place, without retries, and cuts them off after `graceMs`. Keeps the
   * queue. Resolves when no try is in progress.
   * @param arrived resolves when no more deliveries arrive; later ones get one try.
   * @default none arrive
   */
  close(graceMs: number, arrived?: Promise<unknown>): Promise<void>;
}

/** Opens the queue of runs. Nothing of it is tried before `dueNow`. */
export async function openRuns(options: RunsOptions): Promise<Runs> {
  const { log, queue, work = true, workOf, isActive, longestDelayMs, known, clock = runClock } = options;
  const { onFailure, warn = () => {} } = options;
  const isWorking = work === "unless shared" ? !queue.isShared : work;
  const listeners = new Set<() => void>();
  /** Aborted when retries and the queue are stopped. */
  const closing = new AbortController();
  /** Controller that cuts off the tries in progress. */
  const cutOff = new AbortController();
  const running = new Set<Promise<unknown>>();
  let isHeldBack = false;

  function changed(): void {
    for (const listener of listeners) listener();
  }

  /** Makes `close` wait for the work. */
  function track<T>(work: Promise<T>): Promise<T> {
    running.add(work);
    void work.finally(() => running.delete(work));
    return work;
  }

  const backoff = makeBackoff(clock, changed);
  const turns = makeTurns(clock, isWorking && !queue.isShared);
  const queued = await openQueuedRuns({
    log,
    queue,
    longestDelayMs,
    known,
    clock,
    workOf,
    turns,
    closing: closing.signal,
    track,
    warn,
    dueAt: (atMs) => places.dueAt(atMs),
    onChange: changed,
    onFailure,
  });
  const places = makeRunPlaces({
    places: maxTriesAtOnce,
    clock,
    async claim(n) {
      const mayWork = isWorking && !isHeldBack && (isActive() || queue.isShared);
      if (closing.signal.aborted || (!mayWork && !queue.isShared)) return { runs: [], nextDueMs: null };
      const { runs, nextDueMs } = await queued.claim(mayWork ? n : 0);
      return { runs: runs.map((run) => () => track(run())), nextDueMs };
    },
    onSetBack: () => void queued.hastenAll(),
    onChange: changed,
  });
  const dueNow = (): void => places.dueAt(clock.nowMs());

  return {
    start: makeWaitingSenders({
      log,
      queued,
      places,
      turns,
      backoff,
      held: makeHeldBytes(options.maxHeldBytes),
      clock,
      isHeldBack: () => isHeldBack,
      closing: closing.signal,
      isCutOff: () => cutOff.signal.aborted,
      track,
      onFailure,
    }),
    isShared: queue.isShared,
    turns,
    signal: cutOff.signal,
    isHeld: () => isHeldBack,
    busy: places.busy,
    inLine: places.waiting,
    waiting: () => backoff.count() + queued.waiting(),
    unreadable: queued.unreadable,
    dueNow,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    hold(isHeld) {
      isHeldBack = isHeld;
      if (!isHeld) dueNow();
      changed();
    },
    retry: queued.hasten,
    drop: queued.drop,
    async close(graceMs, arrived) {
      closing.abort();
      backoff.end();
      function endAll(): void {
        places.close();
        cutOff.abort(abortReason("the receiver is stopping"));
      }
      const cancel = clock.after(graceMs, endAll);
      await Promise.all([arrived, places.claimed()]);
      while (running.size > 0) await Promise.allSettled(running);
      cancel();
      endAll();
    },
  };
}
