import type { Clock } from "../../model/clock.ts";
import type { DeliveryLog, OutcomeUpdate } from "../../store/delivery-log.ts";
import type { WorkQueue } from "../../store/work-queue.ts";
import { redactText } from "../../text/redact.ts";
import { inQueue } from "../responses.ts";
import { redactAttempt, storedResponse } from "../stored-response.ts";
import type { JobStates } from "./job-states.ts";
import { leaseMs, type QueuedRun } from "./queued-job.ts";
import { supersededUpdate } from "./superseded.ts";
import type { Turns } from "./turns.ts";
import type { TryResult } from "./work.ts";

export interface AfterTryOptions {
  readonly log: Pick<DeliveryLog, "addAttempt" | "setOutcome">;
  readonly queue: WorkQueue;
  /** Returns the secrets to redact in the log. */
  readonly known: () => readonly string[];
  readonly clock: Clock;
  readonly turns: Turns;
  readonly jobs: JobStates;
  /** Called if the log or the queue cannot be written. */
  readonly onFailure: (error: unknown) => void;
}

/**
 * Logs a try, and ends the job or returns it to the queue. Never rejects.
 * @param result null if there was no try, or `its turn` if its turn has come
 * @param made number of tries, this one included
 */
export type Settle = (
  queued: QueuedRun,
  result: TryResult | "its turn" | null,
  made: number,
  retryDelaysMs: readonly number[],
) => Promise<void>;

/** Creates the step after each try of a job. */
export function makeSettle(options: AfterTryOptions): Settle {
  const { log, queue, known, clock, turns, jobs, onFailure } = options;

  /** Returns a job to the queue, or ends it if a newer push has come. @returns as `write` */
  async function wait(
    { id, seq }: QueuedRun,
    dueAtMs: number,
    attempted: Promise<void> | null,
  ): Promise<number | null> {
    const by = turns.supersededBy(seq);
    if (by === null) {
      await Promise.all([attempted, queue.retry(id, dueAtMs)]);
      return dueAtMs;
    }
    await Promise.all([attempted, log.setOutcome(seq, supersededUpdate(by))]);
    await queue.done(id);
    return null;
  }

  /** Writes the result of a try. @returns the next due time; null if the job has ended */
  async function write(
    queued: QueuedRun,
    result: TryResult | "its turn" | null,
    made: number,
    delayMs: number | undefined,
  ): Promise<number | null> {
    const { id, seq, receivedAtMs } = queued;
    const nowMs = clock.nowMs();
    if (result === null || result === "its turn") return wait(queued, nowMs, null);
    const secrets = known();
    const attempted = log.addAttempt(seq, redactAttempt(result.attempt, secrets));
    const waitMs = result.isCutOff ? 0 : result.mayRetry ? delayMs : undefined;
    if (waitMs !== undefined) return wait(queued, nowMs + waitMs, attempted);
    const end = turns.ended(seq, result.endAfter(made));
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

  return async (queued, result, made, retryDelaysMs) => {
    let dueAtMs: number | null;
    try {
      dueAtMs = await write(queued, result, made, retryDelaysMs[made - 1]);
    } catch (error) {
      onFailure(error);
      // The job is due again when its lease expires.
      dueAtMs = clock.nowMs() + leaseMs;
    }
    if (dueAtMs === null) jobs.ended(queued);
    else jobs.back(queued, dueAtMs, result === "its turn");
  };
}
