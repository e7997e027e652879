import type { Job } from "../../store/ports.ts";
import { dispatchJobSchema } from "./dispatch.ts";
import { type AttemptParts, makeAttempt, type MadeAttempt } from "./make-attempt.ts";
import { settle, type Settled, type SettleParts } from "./settle.ts";
import type { Turn } from "./turns.ts";

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

/**
 * One attempt of a claimed dispatch, from its turn to what follows written down. The webhook is read now, so that the attempt goes to its
 * current URL with its current secret.
 * @param abort aborted: nothing is sent any more; the dispatch goes back into the queue as if it had not been taken
 */
export async function runDispatch(
  parts: DispatchParts,
  abort: AbortSignal,
  job: Job,
  turn: Turn,
): Promise<void> {
  const { registry, queue, activity, clock, log } = parts;
  await turn.ready;
  const read = dispatchJobSchema.safeParse(job.body);
  if (!read.success) {
    await queue.dead(job.id);
    log(`job ${job.id} of the queue is dead: it names no dispatch`);
    return;
  }
  const dispatch = await activity.get(read.data.dispatch);
  const webhook = dispatch === null ? null : await registry.get(dispatch.account, job.lane);
  if (dispatch === null || webhook === null) {
    await queue.done(job.id);
    log(`dispatch ${read.data.dispatch} is dropped: webhook ${job.lane} was deleted`);
  } else if (webhook.disabled) {
    // Claimed just before it was disabled.
    await Promise.all([queue.hold(job.lane), queue.retry(job.id, job.dueAtMs)]);
    // And perhaps enabled again while that was written.
    const now = await registry.get(webhook.account, job.lane);
    if (now?.disabled === false) await queue.release(job.lane);
  } else if (abort.aborted) {
    await queue.retry(job.id, job.dueAtMs);
  } else {
    const cancelHeadStart = clock.after(headStartMs, () => turn.done());
    const attempt = await makeAttempt(parts, webhook, dispatch, false, abort);
    cancelHeadStart();
    turn.done();
    if (abort.aborted && attempt.status === null && !attempt.ok) {
      await queue.retry(job.id, job.dueAtMs);
      return;
    }
    const settled = await settle(parts, webhook, dispatch, attempt);
    const { id, attempts } = dispatch;
    parts.onAttempt({ ...attempt, ...settled, id, webhookId: webhook.id, attempt: attempts + 1 });
  }
}
