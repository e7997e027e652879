import type { Clock } from "../../model/clock.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { DeliveryLog, OutcomeUpdate } from "../../store/delivery-log.ts";
import type { Job, WorkQueue } from "../../store/work-queue.ts";
import { plural } from "../../text/numbers.ts";
import { redactText } from "../../text/redact.ts";
import type { ActionResponse } from "../action.ts";
import { inQueue } from "../responses.ts";
import { redactAttempt, storedResponse } from "../stored-response.ts";
import { noteInterrupted } from "./interrupted-tries.ts";
import {
  bodyGone,
  droppedUpdate,
  type JobBody,
  jobBodySchema,
  jobUnreadable,
  rowUnreadable,
  untriedUpdate,
  waitingUpdate,
} from "./queued-job.ts";
import type { RepoOrder } from "./repo-order.ts";
import type { Claimed } from "./run-places.ts";
import type { TryResult, WorkOf } from "./work.ts";

/**
 * Lease of a job, in milliseconds. A job that is neither ended nor returned in time, because the log failed, becomes due
 * again.
 */
const leaseMs = 60_000;

/** Delay before the queue is read again after a failure, in milliseconds. */
const afterFailureMs = 1_000;

/** Interval at which the jobs of a shared queue are counted, in milliseconds. */
const countEveryMs = 1_000;

/** Delay of a delivery without work, such as one whose forward has no target, in milliseconds. */
const withoutWorkMs = 5_000;

/** A delivery in the queue. */
export interface QueuedRun {
  /** ID of the job. */
  readonly id: number;
  readonly seq: number;
  readonly receivedAtMs: number;
}

export interface QueuedRunsOptions {
  readonly log: Pick<DeliveryLog, "original" | "addAttempt" | "setOutcome">;
  readonly queue: WorkQueue;
  /** Longest delay between tries, in milliseconds: only a wrong clock can have caused a longer one. */
  readonly longestDelayMs: number;
  /** Returns the secrets to redact in the log. */
  readonly known: () => readonly string[];
  readonly clock: Clock;
  readonly workOf: WorkOf;
  readonly order: RepoOrder;
  /** Aborted when no more tries begin that wait for their turn. */
  readonly closing: AbortSignal;
  /** Makes closing the runs wait for the work. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Reports the due time of a job, milliseconds since 1970. */
  readonly dueAt: (atMs: number) => void;
  /** Called after a change of `waiting`. */
  readonly onChange: () => void;
  /** Called if the log or the queue cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
  /** Receives a line for each delivery given up because its job or row is unreadable. */
  readonly warn: (line: string) => void;
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
  /**
   * Logs a try, and ends the job or returns it to the queue. Never rejects.
   * @param result null if there was no try
   * @param made number of tries, this one included
   */
  settle(
    queued: QueuedRun,
    result: TryResult | null,
    made: number,
    retryDelaysMs: readonly number[],
  ): Promise<void>;
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

/**
 * Gives up deliveries that wait in the queue: their outcome becomes failed. Skips tries in progress.
 * @param seqs null for all
 * @returns the seqs of the changed deliveries
 */
export async function dropRuns(
  { log, queue }: Pick<QueuedRunsOptions, "queue"> & { readonly log: Pick<DeliveryLog, "setOutcome"> },
  seqs: readonly number[] | null,
): Promise<readonly number[]> {
  const lanes = await queue.dropWaiting(seqs?.map(String) ?? null);
  const dropped = lanes.map(Number);
  await Promise.all(dropped.map((seq) => log.setOutcome(seq, droppedUpdate)));
  return dropped;
}

/** Opens the queue. Makes jobs claimed by a previous process due at once. */
export async function openQueuedRuns(options: QueuedRunsOptions): Promise<QueuedRuns> {
  const { log, queue, longestDelayMs, known, clock, workOf, order, closing, track } = options;
  const { dueAt, onChange, onFailure, warn } = options;
  const nowMs = clock.nowMs();
  await noteInterrupted(log, await queue.endLeases(nowMs, nowMs + longestDelayMs), nowMs);
  const before = await queue.counts();
  let unfinished = before.waiting;
  let unreadable = await queue.unreadable();
  let countedMs = nowMs;
  const underWay = new Set<number>();
  /** Resolves when the tries of all claimed jobs have begun: a faster read must not overtake a slower one. */
  let begun: Promise<unknown> = Promise.resolve();

  async function enqueue({ seq, target, isAction }: JobBody, dueAtMs: number, isLeased: boolean) {
    const body = isAction ? { seq, isAction } : { seq, target };
    const [id = 0] = await queue.enqueue([{ lane: String(seq), body, dueAtMs, isLeased }]);
    return id;
  }

  async function add(
    receivedAtMs: number,
    body: JobBody,
    dueAtMs: number | "now trying",
  ): Promise<QueuedRun> {
    const isLeased = dueAtMs === "now trying";
    const id = await enqueue(body, isLeased ? clock.nowMs() + leaseMs : dueAtMs, isLeased);
    unfinished += 1;
    if (isLeased) underWay.add(id);
    else dueAt(dueAtMs);
    onChange();
    return { id, seq: body.seq, receivedAtMs };
  }

  async function putBack({ id, seq }: QueuedRun, dueAtMs: number): Promise<void> {
    await queue.retry(id, dueAtMs);
    underWay.delete(id);
    order.waits(seq);
    dueAt(dueAtMs);
    onChange();
  }

  async function end(queued: QueuedRun, isDead: boolean): Promise<void> {
    const { id } = queued;
    try {
      await (isDead ? queue.dead(id) : queue.done(id));
      forget(queued);
    } catch (error) {
      onFailure(error);
      // When its lease expires, the job ends by the outcome of its row.
      underWay.delete(id);
    }
  }

  async function claim(n: number): Promise<Claimed> {
    const nowMs = clock.nowMs();
    try {
      const jobs = n === 0 ? [] : await queue.claim(n, leaseMs, nowMs);
      await recount(nowMs);
      // The lease of a try in progress may expire; the try continues.
      const fresh = jobs.filter(({ id }) => !underWay.has(id));
      for (const { id } of fresh) underWay.add(id);
      const nextDueMs = n > 0 && jobs.length === n ? nowMs : await queue.nextDueAtMs();
      return { runs: fresh.map((job) => () => runInTurn(job)), nextDueMs };
    } catch (error) {
      onFailure(error);
      return { runs: [], nextDueMs: nowMs + afterFailureMs };
    }
  }

  /** Counts the jobs of a shared queue, to which other receivers and programs also write. */
  async function recount(nowMs: number): Promise<void> {
    if (!queue.isShared || nowMs - countedMs < countEveryMs) return;
    countedMs = nowMs;
    const [{ waiting, leased }, unread] = await Promise.all([queue.counts(), queue.unreadable()]);
    if (unread > unreadable) warn(`${plural(unread - unreadable, "job")} of the queue could not be read`);
    if (waiting + leased === unfinished && unread === unreadable) return;
    unfinished = waiting + leased;
    unreadable = unread;
    onChange();
  }

  /** Gives up a job if the job or its delivery is unreadable, so that the jobs behind it are tried. */
  async function setApart({ id, lane }: Job, reason: string): Promise<void> {
    const seq = Number(lane);
    const delivery = Number.isSafeInteger(seq) ? await originalOf(seq) : null;
    // Write the outcome first, because a pending row without a job would be taken for interrupted.
    if (delivery === "unreadable" || delivery?.outcome === "pending") {
      await log.setOutcome(seq, untriedUpdate(reason));
    }
    await queue.setApart(id);
    unreadable += 1;
    forget({ id, seq });
    warn(`delivery ${lane} is given up: ${reason}`);
  }

  /** Runs a job. Its try begins after the tries of earlier jobs. */
  async function runInTurn(job: Job): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = begun;
    begun = promise;
    await run(job, before, resolve);
    resolve();
  }

  async function run(job: Job, before: Promise<unknown>, hasBegun: () => void): Promise<void> {
    const { id } = job;
    try {
      const read = jobBodySchema.safeParse(job.body);
      if (!read.success) return await setApart(job, jobUnreadable);
      const { seq } = read.data;
      const delivery = await originalOf(seq);
      if (delivery === "unreadable") return await setApart(job, rowUnreadable);
      await before;
      // A process ended between writing the outcome and ending the job, or the row was deleted.
      if (delivery?.outcome !== "pending") {
        await queue.done(id);
        return forget({ id, seq });
      }
      const { receivedAt, attempts, body, bytes } = delivery;
      if (body.byteLength < bytes) {
        await log.setOutcome(seq, untriedUpdate(bodyGone));
        await queue.dead(id);
        return forget({ id, seq });
      }
      const queued = { id, seq, receivedAtMs: Date.parse(receivedAt) };
      const work = workOf(delivery, read.data);
      if ("waitsFor" in work) {
        const { waitsFor } = work;
        if (waitsFor !== null && waitsFor !== delivery.reason) {
          await log.setOutcome(seq, { outcome: "pending", status: null, durationMs: null, reason: waitsFor });
        }
        return await putBack(queued, clock.nowMs() + withoutWorkMs);
      }
      const turn = work.line && order.enter(seq, work.line, closing);
      if (turn !== null) {
        // Waits without a place, and is due when its turn has come.
        void track(turn.then(() => settle(queued, null, 0, [])));
        return;
      }
      const trying = work.try();
      hasBegun();
      await settle(queued, await trying, attempts.length + 1, work.retryDelaysMs);
    } catch (error) {
      onFailure(error);
      underWay.delete(id);
      order.waits(Number(job.lane));
      dueAt(clock.nowMs() + leaseMs);
    }
  }

  /** Reads a delivery. Throws failures of the log, but not of the row. */
  async function originalOf(seq: number): Promise<DeliveryDetail | null | "unreadable"> {
    try {
      return await log.original(seq);
    } catch (error) {
      if (isHooklensError(error)) throw error;
      return "unreadable";
    }
  }

  /** Removes a finished job from the counts, and from its line. */
  function forget({ id, seq }: Pick<QueuedRun, "id" | "seq">): void {
    underWay.delete(id);
    order.ended(seq, null);
    unfinished -= 1;
    onChange();
  }

  async function settle(
    queued: QueuedRun,
    result: TryResult | null,
    made: number,
    retryDelaysMs: readonly number[],
  ): Promise<void> {
    let dueAtMs: number | null;
    try {
      dueAtMs = await write(queued, result, made, retryDelaysMs[made - 1]);
    } catch (error) {
      onFailure(error);
      // The job is due again when its lease expires.
      dueAtMs = clock.nowMs() + leaseMs;
    }
    if (dueAtMs === null) return forget(queued);
    underWay.delete(queued.id);
    order.waits(queued.seq);
    dueAt(dueAtMs);
    onChange();
  }

  /** Writes the result of a try. @returns the next due time; null if the job has ended */
  async function write(
    { id, seq, receivedAtMs }: QueuedRun,
    result: TryResult | null,
    made: number,
    delayMs: number | undefined,
  ): Promise<number | null> {
    const nowMs = clock.nowMs();
    if (result === null) {
      await queue.retry(id, nowMs);
      return nowMs;
    }
    const secrets = known();
    const attempted = log.addAttempt(seq, redactAttempt(result.attempt, secrets));
    const waitMs = result.isCutOff ? 0 : result.mayRetry ? delayMs : undefined;
    if (waitMs !== undefined) {
      await Promise.all([attempted, queue.retry(id, nowMs + waitMs)]);
      return nowMs + waitMs;
    }
    const end = order.ended(seq, result.endAfter(made));
    const { outcome, status, reason = null, console: printed = [] } = end;
    const update: OutcomeUpdate = {
      outcome,
      status,
      durationMs: Math.max(0, nowMs - receivedAtMs),
      reason: reason === null ? null : redactText(reason, secrets),
      // The lines are stored together with the response, which stays the 202.
      ...(printed.length > 0 && {
        response: storedResponse(inQueue, []),
        console: printed.map((line) => redactText(line, secrets)),
      }),
    };
    // Write the outcome first, because a pending row without a job would be taken for interrupted.
    await Promise.all([attempted, log.setOutcome(seq, update)]);
    await (result.mayRetry ? queue.dead(id) : queue.done(id));
    return null;
  }

  async function hasten(seqs: readonly number[] | null): Promise<number> {
    const nowMs = clock.nowMs();
    const count = await queue.hasten(seqs?.map(String) ?? null, nowMs);
    dueAt(nowMs);
    return count;
  }

  async function hastenAll(): Promise<void> {
    const nowMs = clock.nowMs();
    try {
      // Tries in progress continue; only their leases end later.
      await queue.endLeases(nowMs, nowMs);
    } catch (error) {
      onFailure(error);
    }
    dueAt(nowMs);
  }

  async function drop(seqs: readonly number[] | null): Promise<number> {
    const dropped = await dropRuns({ log, queue }, seqs);
    for (const seq of dropped) order.ended(seq, null);
    unfinished -= dropped.length;
    onChange();
    return dropped.length;
  }

  return {
    add,
    putBack,
    noteWaiting: (seq, response) => void log.setOutcome(seq, waitingUpdate(response)).catch(onFailure),
    addDead: async (body) => queue.dead(await enqueue(body, clock.nowMs() + leaseMs, true)),
    end,
    claim,
    settle,
    hasten,
    hastenAll,
    drop,
    waiting: () => Math.max(0, unfinished - underWay.size),
    unreadable: () => unreadable,
  };
}
