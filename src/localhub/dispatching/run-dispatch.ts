import type { Dispatcher } from "undici";
import type { Job, StoredWebhook, WebhookRegistry, WorkQueue } from "../../store/ports.ts";
import { sendOnce, type AttemptResult } from "./attempt.ts";
import type { Clock } from "./clock.ts";
import { dispatchSchema } from "./dispatch.ts";
import { settle, type Settled } from "./settle.ts";
import type { Turn } from "./turns.ts";

/**
 * The next dispatch to a webhook starts when the one before is answered, or this long after it started: so a receiver
 * that answers soon gets them one by one, in order, and a slow one does not make the others wait for it.
 */
const headStartMs = 50;

/** One attempt, and what it led to. */
export interface AttemptReport extends AttemptResult {
  /** The dispatch's id. */
  readonly id: number;
  readonly webhookId: string;
  readonly url: string;
  /** Counts from 1. */
  readonly attempt: number;
  readonly next: Settled;
}

export interface DispatchParts {
  readonly registry: WebhookRegistry;
  readonly queue: WorkQueue;
  /** Of hooklens, for the `user-agent`. */
  readonly version: string;
  readonly clock: Clock;
  /** From 0 to 1, a new number each time. */
  readonly jitter: () => number;
  /** One line for the log. */
  readonly log: (line: string) => void;
  readonly onAttempt: (report: AttemptReport) => void;
}

/**
 * One attempt of a claimed dispatch, from its turn to what follows written down. The webhook is read now, so that the attempt goes to its
 * current URL with its current secret.
 * @param abort aborted: nothing is sent any more; the dispatch goes back into the queue
 */
export async function runDispatch(
  parts: DispatchParts,
  sockets: Dispatcher,
  abort: AbortSignal,
  job: Job,
  turn: Turn,
): Promise<void> {
  const { registry, queue, clock, log } = parts;
  await turn.ready;
  const read = dispatchSchema.safeParse(job.body);
  if (!read.success) {
    await queue.dead(job.id);
    log(`dispatch ${job.id} is dead: it cannot be read`);
    return;
  }
  const { account, messageId, payload } = read.data;
  const webhook = await registry.get(account, job.lane);
  if (webhook === null) {
    await queue.done(job.id);
    log(`dispatch ${job.id} is dropped: webhook ${job.lane} was deleted`);
  } else if (webhook.disabled) {
    // Claimed just before it was disabled, or a crash came before its lane was held.
    await queue.hold(job.lane);
    await queue.retry(job.id, job.dueAtMs);
  } else if (webhook.url === null) {
    await queue.dead(job.id);
    log(`dispatch ${job.id} to webhook ${webhook.id} is dead: this hub cannot start Jobs`);
  } else if (abort.aborted) {
    await queue.retry(job.id, job.dueAtMs);
  } else {
    const cancelHeadStart = clock.after(headStartMs, () => turn.done());
    const result = await sendOnce(
      sockets,
      {
        url: webhook.url,
        secret: webhook.secret,
        messageId,
        payload,
        userAgent: `hooklens/${parts.version}`,
      },
      clock,
      abort,
    );
    cancelHeadStart();
    turn.done();
    await conclude(parts, job, webhook, webhook.url, result, abort.aborted);
  }
}

async function conclude(
  parts: DispatchParts,
  job: Job,
  webhook: StoredWebhook,
  url: string,
  result: AttemptResult,
  aborted: boolean,
): Promise<void> {
  const next = await settle({ ...parts, job, webhook, result, aborted });
  parts.onAttempt({
    ...result,
    id: job.id,
    webhookId: webhook.id,
    url,
    attempt: job.attempts + 1,
    next,
  });
}
