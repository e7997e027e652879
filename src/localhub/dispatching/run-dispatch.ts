import type { Job, StoredWebhook } from "../../store/ports.ts";
import { dispatchJobSchema } from "./dispatch.ts";
import type { Place } from "./lines.ts";
import { type AttemptParts, makeAttempt, type MadeAttempt } from "./make-attempt.ts";
import { settle, type Settled, type SettleParts } from "./settle.ts";

/**
 * The next dispatch to a webhook starts when the one before is answered, or this long after it started: so a receiver
 * that answers soon gets them one by one, in order, and a slow one does not make the others wait for it.
 */
const headStartMs = 50;

/** One attempt, and what it led to. */
export interface AttemptReport extends MadeAttempt, Settled {
  /** The dispatch's id. */
  readonly id: number;
  readonly webhookId: string;
  /** Counts from 1. */
  readonly attempt: number;
}

export interface DispatchParts extends AttemptParts, SettleParts {
  readonly onAttempt: (report: AttemptReport) => void;
}

/** How a hub that closes tells its attempts. In both cases a dispatch goes back into the queue as if it had not been taken. */
export interface Ending {
  /** No attempt is begun any more. */
  readonly stopping: AbortSignal;
  /** Those under way are cut short. */
  readonly aborting: AbortSignal;
}

/**
 * One attempt of a claimed dispatch, from its turn to what follows written down. The webhook is read at its turn, so that the attempt goes to
 * its current URL with its current secret.
 * @returns when the dispatch is due again; null: it is not
 */
export async function runDispatch(
  parts: DispatchParts,
  { stopping, aborting }: Ending,
  job: Job,
  place: Place,
): Promise<number | null> {
  const { registry, queue, activity, clock, log } = parts;
  await place.turn;
  if (stopping.aborted) {
    await queue.retry(job.id, job.dueAtMs);
    return job.dueAtMs;
  }
  const read = dispatchJobSchema.safeParse(job.body);
  if (!read.success) {
    await queue.dead(job.id);
    log(`job ${job.id} of the queue is dead: it names no dispatch`);
    return null;
  }
  const dispatch = await activity.get(read.data.dispatch);
  const webhook = dispatch === null ? null : await registry.get(dispatch.account, job.lane);
  if (dispatch === null || webhook === null) {
    await queue.done(job.id);
    log(`dispatch ${read.data.dispatch} is dropped: webhook ${job.lane} was deleted`);
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

/** It was taken just before its webhook was disabled. */
async function holdBack(
  { registry, queue }: DispatchParts,
  job: Job,
  { account, id }: StoredWebhook,
): Promise<number | null> {
  await Promise.all([queue.hold(id), queue.retry(job.id, job.dueAtMs)]);
  // And perhaps enabled again while that was written.
  const now = await registry.get(account, id);
  if (now?.disabled !== false) return null;
  await queue.release(id);
  return job.dueAtMs;
}
