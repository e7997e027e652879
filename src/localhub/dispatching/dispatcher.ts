import { setTimeout as sleep } from "node:timers/promises";
import { coalesce } from "../../async/coalesce.ts";
import type { Job } from "../../store/ports.ts";
import { createLines } from "./lines.ts";
import { runDispatch, type DispatchParts } from "./run-dispatch.ts";

/** One webhook gets no more than this many attempts at a time. */
const attemptsPerWebhook = 8;

/** And all together no more than this: each is a socket. */
const attemptsAtOnce = 256;

/** Taken from the queue at a time, of one webhook: those that are sent and some that stand in line, so that one transaction takes several. */
const claimsPerWebhook = 32;

/** And of all: a webhook that is slow must not keep the others from being taken. */
const claimsAtOnce = 2048;

/** A webhook's line is filled up again when it is no longer than this. */
const shortLine = 12;

/** Longer than a place in a line of slow attempts is waited for. What a hub that died had taken is free at the next start. */
const leaseMs = 120_000;

/** A timer does not run while the machine sleeps, so a long wait is looked at again this often. */
const longestNapMs = 60_000;

/** When the queue cannot be used, or due work waits for a free place, it is looked at again after this long. */
const shortNapMs = 1_000;

/** Sends what is in the queue. Sleeps until something is due. */
export interface HubDispatcher {
  /** Looks at the queue: something was put in, or a lane was released. */
  wake(): void;
  /** Takes nothing more and puts back what has not started; waits for the others, and after `graceMs` puts back what is still under way. */
  close(graceMs: number): Promise<void>;
}

/** Starts sending. Whoever has the queue calls this once: what an earlier process left under way is taken up at once. */
export function startDispatcher(parts: DispatchParts): HubDispatcher {
  const { queue, clock, log } = parts;
  const lines = createLines(attemptsPerWebhook, attemptsAtOnce);
  const underWay = new Map<number, Promise<void>>();
  const inLane = new Map<string, number>();
  const stopping = new AbortController();
  const aborting = new AbortController();
  let isFresh = true;
  /** Something due was left in the queue the last time. */
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
      log(`the queue of dispatches cannot be used: ${String(error)}`);
      napUntil(clock.nowMs() + shortNapMs);
    },
  );

  /** Takes all that is due and allowed; returns when to look next, null for not before being woken. */
  async function claimAll(): Promise<number | null> {
    if (isFresh) await queue.endLeases(clock.nowMs());
    isFresh = false;
    isMore = true;
    while (underWay.size < claimsAtOnce) {
      const wanted = claimsAtOnce - underWay.size;
      const nowMs = clock.nowMs();
      const jobs = await queue.claim(wanted, leaseMs, nowMs, claimsPerWebhook);
      // A lease that ran out while its attempt is still under way here: the attempt goes on, under the new lease.
      for (const job of jobs) if (!underWay.has(job.id)) start(job);
      if (jobs.length === wanted) continue;
      const dueAtMs = await queue.nextDueAtMs();
      isMore = dueAtMs !== null && dueAtMs <= nowMs;
      if (!isMore) return dueAtMs;
      // Due and yet not taken: it waits for a place, and every attempt that ends may wake us.
      return underWay.size > 0 ? nowMs + shortNapMs : null;
    }
    return null;
  }

  /** Wakes up then, or earlier where that was planned before. */
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
      .catch((error: unknown) => log(`dispatch ${job.id} to webhook ${job.lane}: ${String(error)}`))
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
      // The grace of a process that ends is real time, whatever the clock of the schedule says.
      const graceOver = new AbortController();
      const grace = sleep(graceMs, undefined, { signal: graceOver.signal }).catch(() => undefined);
      await Promise.race([Promise.allSettled(underWay.values()), grace]);
      graceOver.abort();
      aborting.abort();
      await Promise.allSettled(underWay.values());
    },
  };
}
