import { randomInt } from "node:crypto";
import { JetStreamApiError, jetstreamManager } from "@nats-io/jetstream";
import { millis } from "@nats-io/transport-node";
import type { Job, WorkQueue } from "../../work-queue.ts";
import type { Connection } from "../connect.ts";
import type { Events, PublishEvent } from "../events.ts";
import type { JobState } from "../messages/event.ts";
import type { LogNames } from "../names.ts";
import { causeOf, natsError } from "../nats-error.ts";
import type { Publisher } from "../publisher.ts";
import { createHeldJobs } from "./held-jobs.ts";
import { decodeJob, encodeJob, type StoredJob } from "./job-message.ts";
import { pullNow } from "./pull.ts";
import { queuedJobs } from "./queued-jobs.ts";

export interface ForwardsOptions {
  readonly connection: Connection;
  readonly names: LogNames;
  readonly publisher: Pick<Publisher, "publish">;
  /** Publishes the states of jobs, which projections show. */
  readonly publishEvent: PublishEvent;
  readonly published: Events["published"];
}

/** Time after which a job that cannot be stored is given up, in milliseconds. */
const storeMs = 5_000;

/**
 * Maximum delay of a returned message, in milliseconds; later ones are returned again. A message of another program
 * may have any time, and delays are in nanoseconds.
 */
const longestNakMs = 3_600_000;

/** Interval at which the queue is read: any receiver may add a job or leave one behind. In milliseconds. */
const pollMs = 250;

/**
 * Opens the queue of forwards on its work-queue stream. A job is one message, which has its own subject, so that a new version of it replaces the old one
 * in a single step of the server. A message that is not due yet is returned to the consumer for the rest of its delay.
 * @throws {StoreUnreachableError | StoreDeniedError | StoreMissingError}
 */
export async function openForwards(options: ForwardsOptions): Promise<WorkQueue> {
  const { connection, names, publisher, publishEvent, published } = options;
  const { nats, address } = connection;
  const { consumers, streams } = await jetstreamManager(nats, { checkAPI: false });
  const consumerInfo = async () => {
    try {
      return await consumers.info(names.forwards, names.forwards);
    } catch (error) {
      throw natsError(error, address);
    }
  };
  const { config } = await consumerInfo();
  const held = createHeldJobs(millis(config.ack_wait ?? 0));
  let unreadable = 0;

  const store = (job: StoredJob): Promise<number> => publisher.publish(encodeJob(names, job), storeMs);

  /** Publishes the state of a job. A lost one is missing only in projections, until the outcome follows. */
  const note = (lane: string, job: JobState | null): void =>
    void publishEvent({ kind: "job", seq: Number(lane), job }).catch(() => undefined);

  /** Removes a message. Returns false if it is gone. */
  async function remove(seq: number): Promise<boolean> {
    try {
      return await streams.deleteMessage(names.forwards, seq, false);
    } catch (error) {
      if (causeOf(error) instanceof JetStreamApiError) return false;
      throw natsError(error, address);
    }
  }

  /** Removes a held job. A job with an expired lease ends at its next attempt, which finds the outcome. */
  async function end(id: number, state: (id: number) => JobState | null): Promise<void> {
    const ended = held.get(id);
    if (ended === undefined) return;
    // A row without its outcome and its job would stay pending.
    await published(Number(ended.job.lane));
    await ended.remove();
    held.forget(id);
    note(ended.job.lane, state(id));
  }

  async function claim(n: number, leaseMs: number, nowMs: number): Promise<readonly Job[]> {
    const claimed: Job[] = [];
    for (let more = true; more && claimed.length < n;) {
      const wanted = n - claimed.length;
      const messages = await pullNow(connection, names.forwards, names.forwards, wanted).catch(
        (error: unknown) => {
          // The jobs claimed before are attempted; the next claim reports the error.
          if (claimed.length === 0) throw error;
          return [];
        },
      );
      for (const message of messages) {
        const job = decodeJob(message.subject, message.data);
        if (job === null) {
          unreadable += 1;
          void message.ack().catch(() => undefined);
        } else if (job.dueAtMs > nowMs) message.nak(Math.min(job.dueAtMs - nowMs, longestNakMs));
        else {
          const { id, lane, body, dueAtMs } = job;
          held.hold(job, message, leaseMs);
          claimed.push({ id, lane, body, dueAtMs });
        }
      }
      more = messages.length === wanted;
    }
    for (const { id, lane } of claimed) note(lane, { id, leased: true });
    return claimed;
  }

  return {
    isShared: true,
    async enqueue(jobs) {
      const added = jobs.map(({ isLeased = false, ...job }): StoredJob => ({
        ...job,
        isLeased,
        id: randomInt(2 ** 47),
      }));
      // Serializes before the first one is stored, so that an invalid body adds none.
      const messages = added.map((job) => encodeJob(names, job));
      const seqs = await Promise.all(messages.map((message) => publisher.publish(message, storeMs)));
      for (const [index, job] of added.entries()) {
        const { id, lane, dueAtMs, isLeased } = job;
        if (isLeased) held.holdUntilDue(job, async () => void (await remove(seqs[index] ?? 0)));
        note(lane, isLeased ? { id, leased: true } : { id, dueAtMs });
      }
      return added.map(({ id }) => id);
    },
    claim,
    leased: async () => [],
    endLeases: async () => {},
    done: (id) => end(id, () => null),
    async retry(id, dueAtMs) {
      const ended = held.get(id);
      if (ended === undefined) return;
      const job = { ...ended.job, dueAtMs, isLeased: false };
      await store(job);
      held.forget(id);
      note(job.lane, { id, dueAtMs });
    },
    dead: (id) => end(id, () => ({ id, dead: true })),
    async setApart(id) {
      if (held.has(id)) unreadable += 1;
      await end(id, () => ({ id, dead: true }));
    },
    unreadable: async () => unreadable,
    nextDueAtMs: async () => Date.now() + pollMs,
    async hasten(lanes, nowMs) {
      let hastened = 0;
      for await (const jobs of queuedJobs(connection, names, lanes)) {
        const later = jobs.filter(({ job }) => !held.has(job.id) && !job.isLeased && job.dueAtMs > nowMs);
        await Promise.all(later.map(({ job }) => store({ ...job, dueAtMs: nowMs })));
        for (const { job } of later) note(job.lane, { id: job.id, dueAtMs: nowMs });
        hastened += later.length;
      }
      return hastened;
    },
    async dropWaiting(lanes) {
      const dropped: string[] = [];
      for await (const jobs of queuedJobs(connection, names, lanes)) {
        const isAttempted = ({ id, isLeased, dueAtMs }: StoredJob): boolean =>
          held.has(id) || (isLeased && dueAtMs > Date.now());
        const drops = jobs.map(async ({ job, seq }) => {
          if (isAttempted(job) || !(await remove(seq))) return [];
          note(job.lane, null);
          return [job.lane];
        });
        dropped.push(...(await Promise.all(drops)).flat());
      }
      return dropped;
    },
    async counts() {
      const { num_pending: pending, num_ack_pending: delivered } = await consumerInfo();
      return { waiting: Math.max(0, pending + delivered - held.size()), leased: held.size() };
    },
    close: async () => held.giveBack(),
  };
}
