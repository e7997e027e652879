import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { ActionResponse } from "../action.ts";
import { type AfterTryOptions, makeSettle, type Settle } from "./after-try.ts";
import { dropRuns } from "./drop-runs.ts";
import { noteInterrupted } from "./interrupted-tries.ts";
import { type JobStatesOptions, openJobStates } from "./job-states.ts";
import { type JobBody, leaseMs, type QueuedRun, waitingUpdate } from "./queued-job.ts";
import { makeRunJob, type RunJobOptions } from "./run-job.ts";
import type { Claimed } from "./run-places.ts";
import { supersededUpdate } from "./superseded.ts";

/** Delay before the queue is read again after a failure, in milliseconds. */
const afterFailureMs = 1_000;

export interface QueuedRunsOptions
  extends
    Omit<JobStatesOptions, "onSuperseded">,
    Omit<AfterTryOptions, "jobs">,
    Omit<RunJobOptions, "jobs" | "settle"> {
  readonly log: Pick<DeliveryLog, "original" | "addAttempt" | "setOutcome">;
  /** Longest delay between tries, in milliseconds: only a wrong clock can have caused a longer one. */
  readonly longestDelayMs: number;
}

/** Runs with a job in the queue. */
export interface QueuedRuns {
  /**
   * Queues a delivery, due at `dueAtMs`, or `"now trying"` during a try whose result is passed to `settle`. Resolves once
   * the job is stored. Rejects if it cannot be written.
   */
  add(receivedAtMs: number, body: JobBody, dueAtMs: number | "now trying"): Promise<QueuedRun>;
  /** Returns a delivery to the queue that `add` has queued as now trying. Rejects if it cannot be written. */
  putBack(queued: QueuedRun, dueAtMs: number): Promise<void>;
  /** Stores the response to the sender of a delivery that waits. */
  noteWaiting(seq: number, response: ActionResponse): void;
  /** Queues a delivery as given up. Rejects if it cannot be written. */
  addDead(body: JobBody): Promise<void>;
  /** Ends the job of a delivery whose outcome is passed to the log. Never rejects. */
  end(queued: QueuedRun, isDead: boolean): Promise<void>;
  /**
   * Claims at most `n` due jobs and returns a function for each, which tries once and settles. With 0 only counts the jobs
   * of a shared queue. Never rejects.
   */
  claim(n: number): Promise<Claimed>;
  readonly settle: Settle;
  /** Makes waiting deliveries due; null for all. Returns their number. */
  hasten(seqs: readonly number[] | null): Promise<number>;
  /** Makes all jobs of an unshared queue due after the clock was set back. Never rejects. */
  hastenAll(): Promise<void>;
  /** Gives up waiting deliveries; null for all. Skips tries in progress. */
  drop(seqs: readonly number[] | null): Promise<number>;
  /** Returns the number of deliveries that wait for a try. */
  waiting(): number;
  /** Returns the number of unreadable jobs that were given up. */
  unreadable(): number;
}

/** Opens the queue. Makes jobs claimed by a previous process due at once. */
export async function openQueuedRuns(options: QueuedRunsOptions): Promise<QueuedRuns> {
  const { log, queue, longestDelayMs, clock, turns, track, dueAt, onFailure } = options;
  const nowMs = clock.nowMs();
  // A start that is cut off after the leases end would leave these tries off their rows.
  await noteInterrupted(log, await queue.leased(), nowMs);
  await queue.endLeases(nowMs, nowMs + longestDelayMs);
  const onSuperseded = (seq: number): void => void track(supersede(seq));
  const jobs = await openJobStates({ ...options, onSuperseded }, nowMs);
  const settle = makeSettle({ ...options, jobs });
  const runJob = makeRunJob({ ...options, jobs, settle });

  async function enqueue({ seq, target, isAction }: JobBody, dueAtMs: number, isLeased: boolean) {
    const body = isAction ? { seq, isAction } : { seq, target };
    const [id = 0] = await queue.enqueue([{ lane: String(seq), body, dueAtMs, isLeased }]);
    return id;
  }

  /** Ends a run that waits in the queue. One that was claimed meanwhile ends when it is read. */
  async function supersede(seq: number): Promise<void> {
    const by = turns.supersededBy(seq);
    if (by === null) return;
    try {
      jobs.dropped(await dropRuns({ log, queue }, [seq], supersededUpdate(by)));
    } catch (error) {
      onFailure(error);
    }
  }

  async function claim(n: number): Promise<Claimed> {
    const nowMs = clock.nowMs();
    try {
      const claimed = n === 0 ? [] : await queue.claim(n, leaseMs, nowMs);
      await jobs.recount(nowMs);
      const fresh = jobs.claimed(claimed);
      const nextDueMs = n > 0 && claimed.length === n ? nowMs : await queue.nextDueAtMs();
      return { runs: fresh.map((job) => () => runJob(job)), nextDueMs };
    } catch (error) {
      onFailure(error);
      return { runs: [], nextDueMs: nowMs + afterFailureMs };
    }
  }

  return {
    async add(receivedAtMs, body, dueAtMs) {
      const isLeased = dueAtMs === "now trying";
      const id = await enqueue(body, isLeased ? clock.nowMs() + leaseMs : dueAtMs, isLeased);
      const queued = { id, seq: body.seq, receivedAtMs };
      jobs.added(queued, dueAtMs);
      return queued;
    },
    putBack: jobs.putBack,
    noteWaiting: (seq, response) => void log.setOutcome(seq, waitingUpdate(response)).catch(onFailure),
    addDead: async (body) => queue.dead(await enqueue(body, clock.nowMs() + leaseMs, true)),
    async end(queued, isDead) {
      const { id } = queued;
      try {
        await (isDead ? queue.dead(id) : queue.done(id));
        jobs.ended(queued);
      } catch (error) {
        onFailure(error);
        // When its lease expires, the job ends by the outcome of its row.
        jobs.back(queued, clock.nowMs() + leaseMs);
      }
    },
    claim,
    settle,
    async hasten(seqs) {
      const nowMs = clock.nowMs();
      const count = await queue.hasten(seqs?.map(String) ?? null, nowMs);
      dueAt(nowMs);
      return count;
    },
    async hastenAll() {
      const nowMs = clock.nowMs();
      try {
        // Tries in progress continue; only their leases end later.
        await queue.endLeases(nowMs, nowMs);
      } catch (error) {
        onFailure(error);
      }
      dueAt(nowMs);
    },
    async drop(seqs) {
      const dropped = await dropRuns({ log, queue }, seqs);
      jobs.dropped(dropped);
      return dropped.length;
    },
    waiting: jobs.waiting,
    unreadable: jobs.unreadable,
  };
}
