import { z } from "zod";
import type { Posted } from "../../http/post.ts";
import type { Clock } from "../../model/clock.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import type { DeliveryLog, Job, OutcomeUpdate, WorkQueue } from "../../store/ports.ts";
import { redactText } from "../../text/redact.ts";
import { headersToSendOn } from "../headers.ts";
import { attemptOf, redactAttempt, storedResponse } from "../stored-response.ts";
import { type Message, endOf, gaveUp, queryOf, stillForwarding } from "./message.ts";
import type { Claimed } from "./turns.ts";

/** Longer than a try takes. A job that was taken and neither done nor put back within it, because the log failed, is due again. */
const leaseMs = 60_000;

/** After the queue could not be read it is asked again after this long. */
const afterFailureMs = 1_000;

/** Why a delivery cannot be sent whose body a damaged log has lost. */
const bodyGone = "not forwarded: its body is no longer in the log";

/** The body of a job. */
const jobBodySchema = z.object({ seq: z.int().positive() });

/** The row of a delivery that waits keeps what its sender is told; what the target responds in the end is in the attempts. */
const waitingUpdate: OutcomeUpdate = {
  outcome: "pending",
  status: null,
  durationMs: null,
  response: storedResponse(stillForwarding, []),
};

/** A delivery in the queue, while a try of it is under way. */
export interface QueuedTry {
  /** Of the job. */
  readonly id: number;
  readonly seq: number;
  readonly route: string | null;
  readonly receivedAtMs: number;
}

export interface QueuedTriesOptions {
  readonly log: Pick<DeliveryLog, "get" | "attempt" | "outcome">;
  readonly queue: WorkQueue;
  /** How long to wait after each try without a response, in milliseconds. */
  readonly retryDelaysMs: readonly number[];
  /** Of a route: all are kept out of the log, and the first is sent. */
  readonly secretsOf: (route: string | null) => readonly string[];
  readonly clock: Clock;
  /** Sends once; null: nothing is sent any more. Never rejects. */
  readonly send: (message: Message) => Promise<Posted | null>;
  /** A job is due then, milliseconds since 1970. */
  readonly dueAt: (atMs: number) => void;
  /** Called after a change of `waiting`. */
  readonly onChange: () => void;
  /** Told when the log or the queue cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
}

/** The deliveries whose senders were told that they are being forwarded: each is a job in the queue, on disk before that was said. */
export interface QueuedTries {
  /**
   * Puts a delivery in the queue, to be tried at `dueAtMs`; `"now trying"`: a try is under way, whose result goes to `settle`.
   * Resolves once it is on disk. Rejects when it cannot be written.
   */
  add(delivery: Omit<QueuedTry, "id">, dueAtMs: number | "now trying"): Promise<QueuedTry>;
  /** Takes at most `n` due jobs, each as a function that tries once and settles. Never rejects. */
  claim(n: number): Promise<Claimed>;
  /**
   * Writes down what came of a try, and ends the job or puts it back. Never rejects.
   * @param posted null: it was not made
   * @param made how many tries there were, this one included
   */
  settle(tried: QueuedTry, posted: Posted | null, made: number): Promise<void>;
  /** Deliveries that wait for a time or a target. */
  waiting(): number;
}

/** Opens the queue: what an earlier process was at when it ended is due at once. */
export async function openQueuedTries(options: QueuedTriesOptions): Promise<QueuedTries> {
  const { log, queue, retryDelaysMs, secretsOf, clock, send, dueAt, onChange, onFailure } = options;
  const nowMs = clock.nowMs();
  await queue.endLeases(nowMs, nowMs + Math.max(0, ...retryDelaysMs));
  const before = await queue.counts();
  let unfinished = before.waiting + before.held;
  const underWay = new Set<number>();

  async function add(delivery: Omit<QueuedTry, "id">, dueAtMs: number | "now trying"): Promise<QueuedTry> {
    const { seq, route, receivedAtMs } = delivery;
    const isLeased = dueAtMs === "now trying";
    const [id = 0] = await queue.enqueue([
      { lane: String(seq), body: { seq }, dueAtMs: isLeased ? clock.nowMs() + leaseMs : dueAtMs, isLeased },
    ]);
    log.outcome(seq, waitingUpdate).catch(onFailure);
    unfinished += 1;
    if (isLeased) underWay.add(id);
    else dueAt(dueAtMs);
    onChange();
    return { id, seq, route, receivedAtMs };
  }

  async function claim(n: number): Promise<Claimed> {
    const nowMs = clock.nowMs();
    try {
      const jobs = await queue.claim(n, leaseMs, nowMs);
      // A lease that ran out while the try is still under way here: the try goes on.
      const fresh = jobs.filter(({ id }) => !underWay.has(id));
      for (const { id } of fresh) underWay.add(id);
      const nextDueMs = jobs.length < n ? await queue.nextDueAtMs() : nowMs;
      return { runs: fresh.map((job) => () => run(job)), nextDueMs };
    } catch (error) {
      onFailure(error);
      return { runs: [], nextDueMs: nowMs + afterFailureMs };
    }
  }

  async function run(job: Job): Promise<void> {
    const { id } = job;
    try {
      const { seq } = jobBodySchema.parse(job.body);
      const delivery = await log.get(seq);
      // Its outcome was written before the process ended, and the end of the job was not; or the row is gone.
      if (delivery?.outcome !== "pending") {
        await queue.done(id);
        forget(id);
        return;
      }
      const { route, receivedAt, attempts, body, bytes } = delivery;
      if (body.byteLength < bytes) {
        await log.outcome(seq, { outcome: "failed", status: null, durationMs: null, reason: bodyGone });
        await queue.dead(id);
        forget(id);
        return;
      }
      const posted = await send(messageOf(delivery, secretsOf(route)[0] ?? null));
      const tried = { id, seq, route, receivedAtMs: Date.parse(receivedAt) };
      await settle(tried, posted, attempts.length + 1);
    } catch (error) {
      onFailure(error);
      underWay.delete(id);
      dueAt(clock.nowMs() + leaseMs);
    }
  }

  /** The job is over. */
  function forget(id: number): void {
    underWay.delete(id);
    unfinished -= 1;
    onChange();
  }

  async function settle(tried: QueuedTry, posted: Posted | null, made: number): Promise<void> {
    let dueAtMs: number | null;
    try {
      dueAtMs = await write(tried, posted, made);
    } catch (error) {
      onFailure(error);
      // Its lease runs out, and then it is tried again.
      dueAtMs = clock.nowMs() + leaseMs;
    }
    if (dueAtMs === null) forget(tried.id);
    else {
      underWay.delete(tried.id);
      dueAt(dueAtMs);
      onChange();
    }
  }

  /** @returns when it is due again; null: it is over */
  async function write(tried: QueuedTry, posted: Posted | null, made: number): Promise<number | null> {
    const { id, seq, route, receivedAtMs } = tried;
    const nowMs = clock.nowMs();
    // A try that was cut short by the end of the receiver does not count.
    if (posted === null || posted.aborted) {
      await queue.retry(id, nowMs);
      return nowMs;
    }
    const secrets = secretsOf(route);
    const attempt = redactAttempt(attemptOf(posted), secrets);
    const attempted = log.attempt(seq, attempt);
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
    // In this order: a row without a job that still waits would be taken for interrupted.
    await Promise.all([attempted, log.outcome(seq, update)]);
    await (end === null ? queue.dead(id) : queue.done(id));
    return null;
  }

  return { add, claim, settle, waiting: () => unfinished - underWay.size };
}

/** A stored delivery as it is to be sent. */
function messageOf({ path, headers, body }: DeliveryDetail, secret: string | null): Message {
  return { headers: headersToSendOn(headers, secret), query: queryOf(path), body };
}
