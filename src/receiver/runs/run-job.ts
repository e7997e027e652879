import type { Clock } from "../../model/clock.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import { isHooklensError } from "../../model/errors.ts";
import type { DeliveryLog } from "../../store/delivery-log.ts";
import type { Job, WorkQueue } from "../../store/work-queue.ts";
import type { Settle } from "./after-try.ts";
import type { JobStates } from "./job-states.ts";
import {
  bodyGone,
  jobBodySchema,
  jobUnreadable,
  leaseMs,
  rowUnreadable,
  untriedUpdate,
} from "./queued-job.ts";
import type { Turns } from "./turns.ts";
import type { WorkOf } from "./work.ts";

/** Delay of a delivery without work, such as one whose forward has no target, in milliseconds. */
const withoutWorkMs = 5_000;

export interface RunJobOptions {
  readonly log: Pick<DeliveryLog, "original" | "setOutcome">;
  readonly queue: WorkQueue;
  readonly clock: Clock;
  readonly workOf: WorkOf;
  readonly turns: Turns;
  readonly jobs: JobStates;
  readonly settle: Settle;
  /** Aborted when no more tries begin that wait for their turn. */
  readonly closing: AbortSignal;
  /** Makes closing the runs wait for the work. */
  readonly track: <T>(work: Promise<T>) => Promise<T>;
  /** Called if the log or the queue cannot be read or written. */
  readonly onFailure: (error: unknown) => void;
  /** Receives a line for each delivery given up because its job or row is unreadable. */
  readonly warn: (line: string) => void;
}

/** Creates the run of a claimed job: one try, or the end of a job that cannot be tried. Never rejects. */
export function makeRunJob(options: RunJobOptions): (job: Job) => Promise<void> {
  const { log, queue, clock, workOf, turns, jobs, settle, closing, track, onFailure, warn } = options;
  /** Resolves when the tries of all claimed jobs have begun: a faster read must not overtake a slower one. */
  let begun: Promise<unknown> = Promise.resolve();

  /** Gives up a job if the job or its delivery is unreadable, so that the jobs behind it are tried. */
  async function setApart({ id, lane }: Job, reason: string): Promise<void> {
    const seq = Number(lane);
    const delivery = Number.isSafeInteger(seq) ? await originalOf(seq) : null;
    // Write the outcome first, because a pending row without a job would be taken for interrupted.
    if (delivery === "unreadable" || delivery?.outcome === "pending") {
      await log.setOutcome(seq, untriedUpdate(reason));
    }
    await queue.setApart(id);
    jobs.setApart({ id, seq });
    warn(`delivery ${lane} is given up: ${reason}`);
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
        return jobs.ended({ id, seq });
      }
      const { receivedAt, attempts, body, bytes } = delivery;
      if (body.byteLength < bytes) {
        await log.setOutcome(seq, untriedUpdate(bodyGone));
        await queue.dead(id);
        return jobs.ended({ id, seq });
      }
      const queued = { id, seq, receivedAtMs: Date.parse(receivedAt) };
      const work = workOf(delivery, read.data);
      if ("waitsFor" in work) {
        const { waitsFor } = work;
        if (waitsFor !== null && waitsFor !== delivery.reason) {
          await log.setOutcome(seq, { outcome: "pending", status: null, durationMs: null, reason: waitsFor });
        }
        return await jobs.putBack(queued, clock.nowMs() + withoutWorkMs);
      }
      const turn = turns.enter(seq, work.gates, closing);
      if (turn !== null) {
        // Waits without a place, and is due when its turn has come.
        void track(turn.then(() => settle(queued, "its turn", 0, [])));
        return;
      }
      turns.begins(seq);
      const trying = work.try();
      hasBegun();
      await settle(queued, await trying, attempts.length + 1, work.retryDelaysMs);
    } catch (error) {
      onFailure(error);
      jobs.back({ id, seq: Number(job.lane) }, clock.nowMs() + leaseMs);
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

  // The try of a job begins after the tries of earlier jobs.
  return async (job) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const before = begun;
    begun = promise;
    await run(job, before, resolve);
    resolve();
  };
}
