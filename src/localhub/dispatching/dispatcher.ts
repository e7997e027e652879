import { setTimeout as sleep } from "node:timers/promises";
import { coalesce } from "../../async/coalesce.ts";
import type { Job } from "../../store/work-queue.ts";
import { createLines } from "./lines.ts";
import { runDispatch, type DispatchParts } from "./run-dispatch.ts";

/** Maximum number of concurrent attempts per webhook. */
const attemptsPerWebhook = 8;

/** Maximum number of concurrent attempts in total; each uses a socket. */
const attemptsAtOnce = 256;

/**
 * Maximum number of claimed jobs per webhook. Exceeds the number of attempts, so that one transaction claims several
 * jobs.
 */
const claimsPerWebhook = 32;

/** Maximum number of claimed jobs in total, high enough that a slow webhook does not block the others. */
const claimsAtOnce = 2048;

/** Number of claimed jobs of a webhook at which more are claimed. */
const shortLine = 12;

/**
 * Lease of a claimed job, longer than the longest wait in a line of slow attempts. A hub ends the leases of a
 * crashed one when it starts.
 */
const leaseMs = 120_000;

/** Maximum time between two checks of the queue: timers pause while the machine sleeps. */
const longestNapMs = 60_000;

/** Time by which a clock may go back without notice, in milliseconds: clocks are corrected by small steps. */
const setBackMs = 1_000;

/** Delay until the next check of the queue after an error, or if due jobs have no place. */
const shortNapMs = 1_000;

/** Dispatcher of a hub. Sends the queued dispatches; sleeps until one is due. */
export interface HubDispatcher {
  /** Checks the queue. Call it after jobs are enqueued or a lane is released. */
  wake(): void;
  /**
   * Requeues jobs that have not started and waits for running attempts. After `graceMs`, aborts and requeues
   * those that still run.
   */
  close(graceMs: number): Promise<void>;
}

/**
 * Starts a dispatcher. Call it once per queue: it immediately takes over the jobs that an earlier process had
 * claimed.
 */
export function startDispatcher(parts: DispatchParts): HubDispatcher {
  const { queue, clock, logger } = parts;
  const lines = createLines(attemptsPerWebhook, attemptsAtOnce);
  const underWay = new Map<number, Promise<void>>();
  const inLane = new Map<string, number>();
  const stopping = new AbortController();
  const aborting = new AbortController();
  let isFresh = true;
  /** Time of the last check of the queue. */
  let checkedMs = clock.nowMs();
  /** True if the last claim may have left due jobs in the queue. */
  let isMore = false;
  let cancelNap = (): void => {};
  let napEndsAtMs = Number.POSITIVE_INFINITY;

  const wake = coalesce(
    async () => {
      if (stopping.signal.aborted) return;
      cancelNap();
      napEndsAtMs = Number.POSITIVE_INFINITY;
      napUntil(await claimAll());
    },
    (error) => {
      logger.error(`the queue of dispatches cannot be used: ${String(error)}`);
      napUntil(clock.nowMs() + shortNapMs);
    },
  );

  /** Claims due jobs up to the limits. Returns the time of the next check, or null to wait for `wake`. */
  async function claimAll(): Promise<number | null> {
    const startMs = clock.nowMs();
    if (isFresh) await queue.endLeases(startMs);
    // The clock was set back: due times of the former clock would come late.
    else if (startMs < checkedMs - setBackMs) await queue.endLeases(startMs, startMs);
    isFresh = false;
    checkedMs = startMs;
    isMore = true;
    while (underWay.size < claimsAtOnce) {
      const wanted = claimsAtOnce - underWay.size;
      const nowMs = clock.nowMs();
      const jobs = await queue.claim(wanted, leaseMs, nowMs, claimsPerWebhook);
      // A running attempt whose lease has expired continues under the new lease.
      for (const job of jobs) if (!underWay.has(job.id)) start(job);
      if (jobs.length === wanted) continue;
      const dueAtMs = await queue.nextDueAtMs();
      isMore = dueAtMs !== null && dueAtMs <= nowMs;
      if (!isMore) return dueAtMs;
      // The due jobs have no place until an attempt ends.
      return underWay.size > 0 ? nowMs + shortNapMs : null;
    }
    return null;
  }

  /** Schedules a check of the queue, unless an earlier one is scheduled. */
  function napUntil(atMs: number | null): void {
    if (atMs === null || atMs >= napEndsAtMs || stopping.signal.aborted) return;
    cancelNap();
    napEndsAtMs = atMs;
    cancelNap = clock.after(Math.min(Math.max(atMs - clock.nowMs(), 0), longestNapMs), wake);
  }

  function start(job: Job): void {
    const place = lines.join(job.lane);
    inLane.set(job.lane, (inLane.get(job.lane) ?? 0) + 1);
    const work = runDispatch(parts, { stopping: stopping.signal, aborting: aborting.signal }, job, place)
      .then(napUntil)
      .catch((error: unknown) =>
        logger.error(`job ${job.id} of webhook ${job.lane} failed: ${String(error)}`),
      )
      .finally(() => {
        place.leave();
        underWay.delete(job.id);
        ended(job.lane);
      });
    underWay.set(job.id, work);
  }

  function ended(lane: string): void {
    const left = (inLane.get(lane) ?? 1) - 1;
    if (left === 0) inLane.delete(lane);
    else inLane.set(lane, left);
    const hasRoom = left <= shortLine || underWay.size === claimsAtOnce - 1;
    if ((isMore && hasRoom) || underWay.size === 0) wake();
  }

  wake();
  return {
    wake,
    async close(graceMs) {
      stopping.abort();
      cancelNap();
      await wake.idle();
      // The grace period is real time, even with a fake clock.
      const graceOver = new AbortController();
      const grace = sleep(graceMs, undefined, { signal: graceOver.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(underWay.values()), grace]);
      graceOver.abort();
      aborting.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}
