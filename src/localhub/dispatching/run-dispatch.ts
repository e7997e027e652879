import { z } from "zod";
import type { StoredWebhook } from "../../model/webhook.ts";
import type { Job } from "../../store/work-queue.ts";
import type { Place } from "./lines.ts";
import { type AttemptParts, makeAttempt, type MadeAttempt } from "./make-attempt.ts";
import { settle, type Settled, type SettleParts } from "./settle.ts";

/** Body of a queued job. Its lane is the id of the webhook. */
export const dispatchJobSchema = z.object({ dispatch: z.int() });

/**
 * The next dispatch to a webhook starts after the response to the previous one, or this long after its start:
 * a fast receiver gets them in order, one by one; a slow one does not delay the others.
 */
const headStartMs = 50;

/** An attempt and its consequences. */
export interface AttemptReport extends MadeAttempt, Settled {
  /** Id of the dispatch. */
  readonly id: number;
  readonly webhookId: string;
  /** Starts at 1. */
  readonly attempt: number;
}

export interface DispatchParts extends AttemptParts, SettleParts {
  readonly onAttempt: (report: AttemptReport) => void;
}

/** Shutdown signals. Both return dispatches to the queue unchanged. */
export interface Ending {
  /** Aborted: no new attempts. */
  readonly stopping: AbortSignal;
  /** Aborted: running attempts end early. */
  readonly aborting: AbortSignal;
}

/**
 * Runs one attempt of a claimed dispatch and stores its consequences. The webhook is read when its turn comes: the attempt goes to
 * its current URL with its current secret.
 * @returns the time of the next attempt, or null if there is none
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
    await queue.dead(job.id);
    logger.error(`job ${job.id} of the queue is dead: it names no dispatch`);
    return null;
  }
  const dispatch = await activity.get(read.data.dispatch);
  const webhook = dispatch === null ? null : await registry.get(dispatch.account, job.lane);
  if (dispatch === null || webhook === null) {
    await queue.done(job.id);
    logger.info(`dispatch ${read.data.dispatch} is dropped: webhook ${job.lane} was deleted`);
    return null;
  }
  if (webhook.disabled) return holdBack(parts, job, webhook);

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

/** Requeues a job that was claimed just before its webhook was disabled. */
async function holdBack(
  { registry, queue }: DispatchParts,
  job: Job,
  { account, id }: StoredWebhook,
): Promise<number | null> {
  await Promise.all([queue.hold(id), queue.retry(job.id, job.dueAtMs)]);
  // The webhook may have been enabled meanwhile.
  const now = await registry.get(account, id);
  if (now?.disabled !== false) return null;
  await queue.release(id);
  return job.dueAtMs;
}

/**
 * Sends a dispatch again at once to the current target of its webhook, in any state and also if the webhook is disabled: a person
 * asked for it. Success ends the retries of the dispatch; failure does not change its state.
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
