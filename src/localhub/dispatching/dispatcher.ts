import { setTimeout as sleep } from "node:timers/promises";
import type { Job } from "../../store/ports.ts";
import { runDispatch, type DispatchParts } from "./run-dispatch.ts";
import { createTurns } from "./turns.ts";

/** One webhook gets no more than this many attempts at a time. */
const attemptsPerWebhook = 8;

/** And all together no more than this: each is a socket. */
const attemptsAtOnce = 256;

/** Longer than an attempt and its place in the line; after a crash this is how long a dispatch that was under way waits. */
const leaseMs = 15_000;

/** A timer does not run while the machine sleeps, so a long wait is looked at again this often. */
const longestNapMs = 60_000;

/** When the queue cannot be used, or due work waits for a free place, it is looked at again after this long. */
const shortNapMs = 1_000;

/** Sends what is in the queue. Sleeps until something is due. */
export interface HubDispatcher {
  /** Looks at the queue: something was put in, or a lane was released. */
  wake(): void;
  /** Takes nothing more; waits for what is under way, and after `graceMs` puts back what still is. */
  close(graceMs: number): Promise<void>;
}

/** Starts sending. Whoever has the queue calls this once; what an earlier process left under way comes back when its lease runs out. */
export function startDispatcher(parts: DispatchParts): HubDispatcher {
  const { queue, clock, log } = parts;
  const turns = createTurns();
  const underWay = new Map<number, Promise<void>>();
  const stopping = new AbortController();
  const aborting = new AbortController();
  let cancelNap = (): void => {};
  let look: Promise<void> | null = null;
  let lookAgain = false;

  function wake(): void {
    lookAgain = true;
    look ??= lookUntilQuiet();
  }

  async function lookUntilQuiet(): Promise<void> {
    while (lookAgain && !stopping.signal.aborted) {
      lookAgain = false;
      cancelNap();
      try {
        nap(await claimAll());
      } catch (error) {
        log(`the queue of dispatches cannot be used: ${String(error)}`);
        nap(clock.nowMs() + shortNapMs);
      }
    }
    // In the same tick as the check above, so that no call of wake falls in between.
    look = null;
  }

  /** Starts all that is due and allowed; returns when to look next, null for not before being woken. */
  async function claimAll(): Promise<number | null> {
    while (underWay.size < attemptsAtOnce) {
      const wanted = attemptsAtOnce - underWay.size;
      const nowMs = clock.nowMs();
      const jobs = await queue.claim(wanted, leaseMs, nowMs, attemptsPerWebhook);
      // A lease that ran out while its attempt is still under way here: the attempt goes on, under the new lease.
      for (const job of jobs) if (!underWay.has(job.id)) start(job);
      if (jobs.length === wanted) continue;
      const dueAtMs = await queue.nextDueAtMs();
      if (dueAtMs === null || dueAtMs > nowMs) return dueAtMs;
      // Due and yet not claimed: it waits for a place, and every attempt that ends wakes us.
      return underWay.size > 0 ? nowMs + shortNapMs : null;
    }
    return null;
  }

  function nap(untilMs: number | null): void {
    if (untilMs === null || stopping.signal.aborted) return;
    const delayMs = Math.min(Math.max(untilMs - clock.nowMs(), 0), longestNapMs);
    cancelNap = clock.after(delayMs, wake);
  }

  function start(job: Job): void {
    const turn = turns.take(job.lane);
    const work = runDispatch(parts, aborting.signal, job, turn)
      .catch((error: unknown) => log(`dispatch ${job.id} to webhook ${job.lane}: ${String(error)}`))
      .finally(() => {
        turn.done();
        underWay.delete(job.id);
        wake();
      });
    underWay.set(job.id, work);
  }

  wake();
  return {
    wake,
    async close(graceMs) {
      stopping.abort();
      cancelNap();
      await look;
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
