import { z } from "zod";
import type { StoredWebhook } from "../../model/webhook.ts";
import type { Job } from "../../store/work-queue.ts";
import type { Place } from "./lines.ts";
import { type AttemptParts, makeAttempt, type MadeAttempt } from "./make-attempt.ts";
import { settle, type Settled, type SettleParts } from "./settle.ts";

/** Body of a queued job. Its lane is the id of the webhook. */
export const dispatchJobSchema = z.object({ dispatch: z.int() });

/**
 * Time after which an attempt releases the lane of its webhook, in milliseconds, so that the next one can
 * start. The end of the attempt releases the lane earlier: a fast receiver gets dispatches one by one, and a
 * slow one does not delay them.
 */
const headStartMs = 50;

/** Reason of a dispatch with a damaged job. */
const jobUnreadable = "not sent: its job in the queue cannot be read";

/** An attempt and its consequences. */
export interface AttemptReport extends MadeAttempt, Settled {
  /** Id of the dispatch. */
  readonly id: number;
  readonly webhookId: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

export interface DispatchParts extends AttemptParts, SettleParts {
  readonly onAttempt: (report: AttemptReport) => void;
}

/** Signals of a shutdown. Dispatches that they stop return to the queue unchanged. */
export interface Ending {
  /** Signal after which no attempt starts. */
  readonly stopping: AbortSignal;
  /** Signal that ends running attempts early. */
  readonly aborting: AbortSignal;
}

/**
 * Makes one attempt of a claimed dispatch and stores its consequences. The webhook is read when its turn
 * comes: the attempt goes to its current target with its current secret.
 * @returns the time at which the job is due again; null if it is completed or held
 */
export async function runDispatch(
  parts: DispatchParts,
  { stopping, aborting }: Ending,
  job: Job,
  place: Place,
): Promise<number | null> {
  const { registry, queue, activity, clock, logger } = parts;
  await place.turn;
  if (stopping.aborted) {
    await queue.retry(job.id, job.dueAtMs);
    return job.dueAtMs;
  }
  const read = dispatchJobSchema.safeParse(job.body);
  if (!read.success) {
    await activity.abandon(job.id, jobUnreadable);
    logger.error(`job ${job.id} of webhook ${job.lane} is given up: it cannot be read`);
    return null;
  }
  const dispatch = await activity.get(read.data.dispatch);
  const webhook = dispatch === null ? null : await registry.get(dispatch.account, job.lane);
  if (dispatch === null || webhook === null) {
    await queue.done(job.id);
    logger.info(`dispatch ${read.data.dispatch} is dropped: webhook ${job.lane} was deleted`);
    return null;
  }
  if (webhook.disabled || webhook.held) return holdBack(parts, job, webhook);

  const cancelHeadStart = clock.after(headStartMs, () => place.letGo());
  const attempt = await makeAttempt(parts, webhook, dispatch, false, aborting);
  cancelHeadStart();
  place.leave();
  if (aborting.aborted && attempt.status === null && !attempt.ok) {
    await queue.retry(job.id, job.dueAtMs);
    return job.dueAtMs;
  }
  const settled = await settle(parts, webhook, dispatch, attempt);
  const { id, attempts } = dispatch;
  parts.onAttempt({ ...attempt, ...settled, id, webhookId: webhook.id, attempt: attempts + 1 });
  return settled.next.kind === "retry" ? settled.next.dueAtMs : null;
}

/**
 * Requeues a job claimed before its webhook was disabled or held.
 * @returns the due time of the job in milliseconds; null if the webhook still holds it or was deleted
 */
async function holdBack(
  { registry, queue }: DispatchParts,
  job: Job,
  { account, id }: StoredWebhook,
): Promise<number | null> {
  await Promise.all([queue.hold(id), queue.retry(job.id, job.dueAtMs)]);
  // The webhook may have been enabled, released or deleted meanwhile.
  const now = await registry.get(account, id);
  if (now === null || now.disabled || now.held) return null;
  await queue.release(id);
  return job.dueAtMs;
}

/**
 * Replays a dispatch at once to the current target of its webhook, in any state, even if the webhook is
 * disabled: a person requested it. A success ends the retries of the dispatch; a failure does not change its
 * state. A 410 disables the webhook.
 * @returns null if the webhook has no such dispatch
 */
export async function replayDispatch(
  parts: DispatchParts,
  webhook: StoredWebhook,
  dispatchId: number,
  abort: AbortSignal,
): Promise<MadeAttempt | null> {
  const dispatch = await parts.activity.get(dispatchId);
  if (dispatch === null || dispatch.webhookId !== webhook.id) return null;
  const attempt = await makeAttempt(parts, webhook, dispatch, true, abort);
  await settle(parts, webhook, dispatch, attempt);
  return attempt;
}
