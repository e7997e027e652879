import { setTimeout as sleep } from "node:timers/promises";
import { coalesce } from "../../async/coalesce.ts";
import type { Job } from "../../store/work-queue.ts";
import { createLines } from "./lines.ts";
import { runDispatch, type DispatchParts } from "./run-dispatch.ts";

/** Concurrent attempts per webhook. */
const attemptsPerWebhook = 8;

/** Concurrent attempts in total; each uses a socket. */
const attemptsAtOnce = 256;

/** Claimed jobs per webhook: those being sent and a few in line, so that one transaction claims several. */
const claimsPerWebhook = 32;

/** Claimed jobs in total. High enough that a slow webhook does not block the others. */
const claimsAtOnce = 2048;

/** Length of a webhook's line at which more jobs are claimed. */
const shortLine = 12;

/** Longer than the longest wait in a line of slow attempts. A hub frees the leases of its crashed predecessor when it starts. */
const leaseMs = 120_000;

/** Longest timer: timers pause while the machine sleeps. */
const longestNapMs = 60_000;

/** Delay of the next look at the queue when it fails or when due work waits for a free place. */
const shortNapMs = 1_000;

/** Sends the queued dispatches; sleeps until one is due. */
export interface HubDispatcher {
  /** Checks the queue. Call it after an insert or the release of a lane. */
  wake(): void;
  /** Requeues jobs that have not started, waits for running attempts, and requeues those that still run after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Starts sending. Call it once per queue: it takes over the jobs of an earlier process at once. */
export function startDispatcher(parts: DispatchParts): HubDispatcher {
  const { queue, clock, logger } = parts;
  const lines = createLines(attemptsPerWebhook, attemptsAtOnce);
  const underWay = new Map<number, Promise<void>>();
  const inLane = new Map<string, number>();
  const stopping = new AbortController();
  const aborting = new AbortController();
  let isFresh = true;
  /** The last claim left due jobs in the queue. */
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
    if (isFresh) await queue.endLeases(clock.nowMs());
    isFresh = false;
    isMore = true;
    while (underWay.size < claimsAtOnce) {
      const wanted = claimsAtOnce - underWay.size;
      const nowMs = clock.nowMs();
      const jobs = await queue.claim(wanted, leaseMs, nowMs, claimsPerWebhook);
      // An attempt whose lease has expired continues under the new lease.
      for (const job of jobs) if (!underWay.has(job.id)) start(job);
      if (jobs.length === wanted) continue;
      const dueAtMs = await queue.nextDueAtMs();
      isMore = dueAtMs !== null && dueAtMs <= nowMs;
      if (!isMore) return dueAtMs;
      // Due jobs wait for a place; the end of any attempt may wake us.
      return underWay.size > 0 ? nowMs + shortNapMs : null;
    }
    return null;
  }

  /** Schedules a wake-up unless an earlier one is planned. */
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
      .catch((error: unknown) => logger.error(`dispatch ${job.id} to webhook ${job.lane}: ${String(error)}`))
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
      // The grace period is real time, also with a fake clock.
      const graceOver = new AbortController();
      const grace = sleep(graceMs, undefined, { signal: graceOver.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(underWay.values()), grace]);
      graceOver.abort();
      aborting.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}
