import type { Clock } from "../../model/clock.ts";
import type { Logger } from "../../model/logger.ts";
import type { StoredWebhook } from "../../model/webhook.ts";
import type { Activity, AfterAttempt, QueuedDispatch, FailureRun } from "../../store/activity.ts";
import type { DispatchQueue } from "../../store/dispatch-queue.ts";
import type { WebhookRegistry } from "../../store/webhook-registry.ts";
import { plural } from "../../text/numbers.ts";
import type { MadeAttempt } from "./make-attempt.ts";
import { waitAfterFailureMs } from "./schedule.ts";

export interface SettleParts {
  readonly registry: WebhookRegistry;
  readonly queue: DispatchQueue;
  readonly activity: Activity;
  readonly clock: Clock;
  /** Returns a random number from 0 to 1. */
  readonly jitter: () => number;
  readonly logger: Logger;
}

/** Consequences of an attempt. */
export interface Settled {
  /** New state of the dispatch. */
  readonly next: AfterAttempt;
  /** New state of the webhook; null if it is unchanged. */
  readonly webhook: "disabled" | "suspended" | null;
}

/** Stores an attempt and its consequences. A 410 disables the webhook; repeated failures suspend it. */
export async function settle(
  parts: SettleParts,
  webhook: StoredWebhook,
  dispatch: QueuedDispatch,
  attempt: MadeAttempt,
): Promise<Settled> {
  const { activity, logger } = parts;
  const next = follow(parts, dispatch, attempt);
  const name = `dispatch ${dispatch.id} to webhook ${webhook.id}`;
  const noted = activity.recordAttempt(dispatch.id, attempt, next);
  if (attempt.status === 410) {
    // Both writes are queued in one tick, so that the store commits them in one transaction.
    await Promise.all([noted, stop(parts, webhook, { disabled: true })]);
    logger.warn(`${name} received a 410: the webhook is disabled`);
    return { next, webhook: "disabled" };
  }
  const failures = await noted;
  if (next.kind === "dead") logger.warn(`${name} is dead after ${plural(dispatch.attempts + 1, "attempt")}`);
  if (attempt.ok || !shouldSuspend(failures, parts.clock.nowMs())) return { next, webhook: null };
  const current = await parts.registry.get(webhook.account, webhook.id);
  if (current === null || current.disabled) return { next, webhook: null };
  await stop(parts, webhook, { disabled: true, suspended: true });
  logger.warn(`webhook ${webhook.id} is suspended after ${failures.count} failures in a row`);
  return { next, webhook: "suspended" };
}

async function stop(
  { registry, queue }: SettleParts,
  { account, id }: StoredWebhook,
  change: { readonly disabled: true; readonly suspended?: true },
): Promise<void> {
  await Promise.all([registry.update(account, id, change), queue.hold(id)]);
}

function follow(
  { clock, jitter }: SettleParts,
  dispatch: QueuedDispatch,
  attempt: MadeAttempt,
): AfterAttempt {
  if (attempt.ok) return { kind: "sent" };
  if (attempt.replay) return { kind: "as-before" };
  if (attempt.final) return { kind: "dead" };
  const nowMs = clock.nowMs();
  const waitMs = waitAfterFailureMs(dispatch.attempts + 1, attempt, jitter(), nowMs);
  return waitMs === null ? { kind: "dead" } : { kind: "retry", dueAtMs: nowMs + waitMs };
}

/** Number of consecutive failures at which a webhook is suspended. */
const failuresInRow = 100;

/** Time since the first of the consecutive failures at which a webhook is suspended, in milliseconds. */
const failingMs = 5 * 24 * 3_600_000;

/** Returns true if a webhook has failed often enough or long enough to be suspended. */
function shouldSuspend({ count, sinceMs }: FailureRun, nowMs: number): boolean {
  return count >= failuresInRow || (sinceMs !== null && nowMs - sinceMs >= failingMs);
}
