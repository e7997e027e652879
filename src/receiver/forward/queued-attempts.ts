import type { Posted } from "../../http/post.ts";
import type { Clock } from "../../model/clock.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { headersToSendOn } from "../../model/end-to-end.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { DeliveryLog, OutcomeUpdate } from "../../store/delivery-log.ts";
import type { Job, WorkQueue } from "../../store/work-queue.ts";
import { plural } from "../../text/numbers.ts";
import { redactText } from "../../text/redact.ts";
import type { ActionResponse } from "../action.ts";
import { pathWithSecret } from "../headers.ts";
import { attemptOf, redactAttempt } from "../stored-response.ts";
import { type Message, endOf, gaveUp, queryOf } from "./message.ts";
import {
  bodyGone,
  droppedUpdate,
  jobBodySchema,
  jobUnreadable,
  rowUnreadable,
  unsentUpdate,
  waitingUpdate,
} from "./queued-job.ts";
import type { Claimed } from "./send-queue.ts";

/**
 * Lease of a job, in milliseconds; longer than an attempt. A job that is neither ended nor returned in time, because
 * the log failed, becomes due again.
 */
const leaseMs = 60_000;

/** Delay before the queue is read again after a failure, in milliseconds. */
const afterFailureMs = 1_000;

/** Interval at which the jobs of a shared queue are counted, in milliseconds. */
const countEveryMs = 1_000;

/** Delay of a delivery that matches no rule while the forward has no target, in milliseconds. */
const withoutTargetMs = 5_000;

/** A delivery in the queue with an attempt in progress. */
export interface QueuedAttempt {
  /** ID of the job. */
  readonly id: number;
  readonly seq: number;
  readonly route: string | null;
  readonly receivedAtMs: number;
}

export interface QueuedAttemptsOptions {
  readonly log: Pick<DeliveryLog, "original" | "addAttempt" | "setOutcome">;
  readonly queue: WorkQueue;
  /** Delay after each attempt without a response, in milliseconds. */
  readonly retryDelaysMs: readonly number[];
  /** Returns the secret of a route, to send; null if it has none. */
  readonly secretOf: (route: string | null) => string | null;
  /** Returns the secrets to redact in the log. */
  readonly known: () => readonly string[];
  readonly clock: Clock;
  /**
   * Sends a message once; resolves with null if there is no target or the forward is closed. Never rejects.
   */
  readonly send: (message: Message) => Promise<Posted | null>;
  /**
   * Returns the target of a delivery, or the reason to wait; null for none.
   * @param enqueuedFor target at the time of queueing; null without one
   */
  readonly targetOf: (
    delivery: DeliveryDetail,
    enqueuedFor: string | null,
  ) => { readonly target: string } | { readonly target: null; readonly reason: string | null };
  /** Reports the due time of a job, milliseconds since 1970. */
  readonly dueAt: (atMs: number) => void;
  /** Called after a change of `waiting`. */
  readonly onChange: () => void;
  /** Called if the log or the queue cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
  /** Receives a line for each delivery given up because its job or row is unreadable. */
  readonly warn: (line: string) => void;
}

/** Deliveries acknowledged with 202. Each is a job in the queue, stored before the response. */
export interface QueuedAttempts {
  /**
   * Queues a delivery, due at `dueAtMs`, or `"now trying"` during an attempt whose result is passed to `settle`.
   * Resolves once the job is stored. Rejects if it cannot be written.
   * @param target current target of the delivery, or null
   * @param response response to the sender
   */
  add(
    delivery: Omit<QueuedAttempt, "id">,
    target: string | null,
    dueAtMs: number | "now trying",
    response: ActionResponse,
  ): Promise<QueuedAttempt>;
  /** Queues a delivery as given up. Rejects if it cannot be written. */
  addDead(delivery: Pick<QueuedAttempt, "seq">, target: string | null): Promise<void>;
  /**
   * Claims at most `n` due jobs and returns a function for each, which attempts once and settles. With 0 only counts
   * the jobs of a shared queue. Never rejects.
   */
  claim(n: number): Promise<Claimed>;
  /**
   * Logs an attempt, and ends the job or returns it to the queue. Never rejects.
   * @param posted null if there was no attempt
   * @param made number of attempts, this one included
   */
  settle(queued: QueuedAttempt, posted: Posted | null, made: number): Promise<void>;
  /** Makes waiting deliveries due; null for all. Returns their number. */
  hasten(seqs: readonly number[] | null): Promise<number>;
  /** Makes all jobs of an unshared queue due after the clock was set back. Never rejects. */
  hastenAll(): Promise<void>;
  /** Gives up waiting deliveries; null for all. Skips attempts in progress. */
  drop(seqs: readonly number[] | null): Promise<number>;
  /** Returns the number of deliveries waiting for their due time or a target. */
  waiting(): number;
  /** Returns the number of unreadable jobs that were given up. */
  unreadable(): number;
}

/**
 * Gives up deliveries waiting for a forward: their outcome becomes failed. Skips attempts in progress.
 * @param seqs null for all
 * @returns the number of changed deliveries
 */
export async function dropForwards(
  { log, queue }: Pick<QueuedAttemptsOptions, "queue"> & { readonly log: Pick<DeliveryLog, "setOutcome"> },
  seqs: readonly number[] | null,
): Promise<number> {
  const lanes = await queue.dropWaiting(seqs?.map(String) ?? null);
  await Promise.all(lanes.map((lane) => log.setOutcome(Number(lane), droppedUpdate)));
  return lanes.length;
}

/** Opens the queue. Makes jobs claimed by a previous process due at once. */
export async function openQueuedAttempts(options: QueuedAttemptsOptions): Promise<QueuedAttempts> {
  const { log, queue, retryDelaysMs, secretOf, known, clock, send, dueAt, onChange, onFailure, warn } =
    options;
  const nowMs = clock.nowMs();
  await queue.endLeases(nowMs, nowMs + Math.max(0, ...retryDelaysMs));
  const before = await queue.counts();
  let unfinished = before.waiting;
  let unreadable = await queue.unreadable();
  let countedMs = nowMs;
  const underWay = new Set<number>();
  /** Resolves when the attempts of all claimed jobs have begun: a faster read must not overtake a slower one. */
  let begun: Promise<unknown> = Promise.resolve();

  async function add(
    delivery: Omit<QueuedAttempt, "id">,
    target: string | null,
    dueAtMs: number | "now trying",
    response: ActionResponse,
  ): Promise<QueuedAttempt> {
    const { seq, route, receivedAtMs } = delivery;
    const isLeased = dueAtMs === "now trying";
    const dueMs = isLeased ? clock.nowMs() + leaseMs : dueAtMs;
    const [id = 0] = await queue.enqueue([
      { lane: String(seq), body: { seq, target }, dueAtMs: dueMs, isLeased },
    ]);
    log.setOutcome(seq, waitingUpdate(response)).catch(onFailure);
    unfinished += 1;
    if (isLeased) underWay.add(id);
    else dueAt(dueAtMs);
    onChange();
    return { id, seq, route, receivedAtMs };
  }

  async function addDead({ seq }: Pick<QueuedAttempt, "seq">, target: string | null): Promise<void> {
    const dueAtMs = clock.nowMs() + leaseMs;
    const [id = 0] = await queue.enqueue([
      { lane: String(seq), body: { seq, target }, dueAtMs, isLeased: true },
    ]);
    await queue.dead(id);
  }

  async function claim(n: number): Promise<Claimed> {
    const nowMs = clock.nowMs();
    try {
      const jobs = n === 0 ? [] : await queue.claim(n, leaseMs, nowMs);
      await recount(nowMs);
      // The lease of an attempt in progress may expire; the attempt continues.
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
    if (unread > unreadable)
      warn(`${plural(unread - unreadable, "job")} of the queue of forwards could not be read`);
    if (waiting + leased === unfinished && unread === unreadable) return;
    unfinished = waiting + leased;
    unreadable = unread;
    onChange();
  }

  /** Gives up a job if the job or its delivery is unreadable, so that the jobs behind it are attempted. */
  async function setApart({ id, lane }: Job, reason: string): Promise<void> {
    const seq = Number(lane);
    const delivery = Number.isSafeInteger(seq) ? await originalOf(seq) : null;
    // Write the outcome first, because a pending row without a job would be taken for interrupted.
    if (delivery === "unreadable" || delivery?.outcome === "pending") {
      await log.setOutcome(seq, unsentUpdate(reason));
    }
    await queue.setApart(id);
    unreadable += 1;
    forget(id);
    warn(`delivery ${lane} is given up: ${reason}`);
  }

  /** Runs a job. Its attempt begins after the attempts of earlier jobs. */
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
      const { seq, target: enqueuedFor } = read.data;
      const delivery = await originalOf(seq);
      if (delivery === "unreadable") return await setApart(job, rowUnreadable);
      await before;
      // A process ended between writing the outcome and ending the job, or the row was deleted.
      if (delivery?.outcome !== "pending") {
        await queue.done(id);
        forget(id);
        return;
      }
      const { route, receivedAt, attempts, body, bytes } = delivery;
      if (body.byteLength < bytes) {
        await log.setOutcome(seq, unsentUpdate(bodyGone));
        await queue.dead(id);
        forget(id);
        return;
      }
      const chosen = options.targetOf(delivery, enqueuedFor);
      const { target } = chosen;
      if (target === null) {
        const { reason } = chosen;
        if (reason !== null && reason !== delivery.reason) {
          await log.setOutcome(seq, { outcome: "pending", status: null, durationMs: null, reason });
        }
        const dueAtMs = clock.nowMs() + withoutTargetMs;
        await queue.retry(id, dueAtMs);
        underWay.delete(id);
        dueAt(dueAtMs);
        onChange();
        return;
      }
      const sending = send(messageOf(delivery, target, secretOf(route)));
      hasBegun();
      const posted = await sending;
      const queued = { id, seq, route, receivedAtMs: Date.parse(receivedAt) };
      await settle(queued, posted, attempts.length + 1);
    } catch (error) {
      onFailure(error);
      underWay.delete(id);
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

  /** Removes a finished job from the counts. */
  function forget(id: number): void {
    underWay.delete(id);
    unfinished -= 1;
    onChange();
  }

  async function settle(queued: QueuedAttempt, posted: Posted | null, made: number): Promise<void> {
    let dueAtMs: number | null;
    try {
      dueAtMs = await write(queued, posted, made);
    } catch (error) {
      onFailure(error);
      // The job is due again when its lease expires.
      dueAtMs = clock.nowMs() + leaseMs;
    }
    if (dueAtMs === null) forget(queued.id);
    else {
      underWay.delete(queued.id);
      dueAt(dueAtMs);
      onChange();
    }
  }

  /** Writes the result of an attempt. @returns the next due time; null if the job has ended */
  async function write(queued: QueuedAttempt, posted: Posted | null, made: number): Promise<number | null> {
    const { id, seq, receivedAtMs } = queued;
    const nowMs = clock.nowMs();
    // An attempt aborted by the end of the receiver does not count.
    if (posted === null || posted.aborted) {
      await queue.retry(id, nowMs);
      return nowMs;
    }
    const secrets = known();
    const attempt = redactAttempt(attemptOf(posted), secrets);
    const attempted = log.addAttempt(seq, attempt);
    const end = endOf(posted);
    const delayMs = retryDelaysMs[made - 1];
    if (end === null && delayMs !== undefined) {
      await Promise.all([attempted, queue.retry(id, nowMs + delayMs)]);
      return nowMs + delayMs;
    }
    const { outcome, status, reason = null } = end ?? gaveUp(posted, made);
    const update: OutcomeUpdate = {
      outcome,
      status,
      durationMs: Math.max(0, nowMs - receivedAtMs),
      reason: reason === null ? null : redactText(reason, secrets),
    };
    // Write the outcome first, because a pending row without a job would be taken for interrupted.
    await Promise.all([attempted, log.setOutcome(seq, update)]);
    await (end === null ? queue.dead(id) : queue.done(id));
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
      // Attempts in progress continue; only their leases end later.
      await queue.endLeases(nowMs, nowMs);
    } catch (error) {
      onFailure(error);
    }
    dueAt(nowMs);
  }

  async function drop(seqs: readonly number[] | null): Promise<number> {
    const dropped = await dropForwards({ log, queue }, seqs);
    unfinished -= dropped;
    onChange();
    return dropped;
  }

  return {
    add,
    addDead,
    claim,
    settle,
    hasten,
    hastenAll,
    drop,
    waiting: () => Math.max(0, unfinished - underWay.size),
    unreadable: () => unreadable,
  };
}

/** Converts a stored delivery into a message. */
function messageOf(delivery: DeliveryDetail, target: string, secret: string | null): Message {
  const { headers, body } = delivery;
  const query = queryOf(pathWithSecret(delivery, secret));
  return { target, headers: headersToSendOn(headers, secret).flat(), query, body };
}
