import type { Job, StoredWebhook, WebhookRegistry, WorkQueue } from "../../store/ports.ts";
import type { AttemptResult } from "./attempt.ts";
import type { Clock } from "./clock.ts";
import { waitAfterFailureMs } from "./schedule.ts";

/** What follows an attempt: nothing more, another at a time, giving up, or (410) giving up and disabling the webhook. */
export type Settled =
  | { readonly kind: "done" }
  | { readonly kind: "retry"; readonly dueAtMs: number }
  | { readonly kind: "dead" }
  | { readonly kind: "gone" };

export interface SettleParts {
  readonly registry: WebhookRegistry;
  readonly queue: WorkQueue;
  readonly clock: Clock;
  readonly jitter: () => number;
  readonly log: (line: string) => void;
  readonly job: Job;
  readonly webhook: StoredWebhook;
  readonly result: AttemptResult;
  /** This hub ended the attempt, because it closes: due again at once. */
  readonly aborted: boolean;
}

/** Writes down what follows from an attempt. */
export async function settle(parts: SettleParts): Promise<Settled> {
  const next = follow(parts);
  const { queue, registry, job, webhook, log } = parts;
  const name = `dispatch ${job.id} to webhook ${webhook.id}`;
  switch (next.kind) {
    case "done":
      await queue.done(job.id);
      break;
    case "retry":
      await queue.retry(job.id, next.dueAtMs);
      break;
    case "dead":
      await queue.dead(job.id);
      log(`${name} is dead after ${job.attempts + 1} attempts`);
      break;
    case "gone":
      await queue.dead(job.id);
      await registry.update(webhook.account, webhook.id, { disabled: true });
      await queue.hold(webhook.id);
      log(`${name} was answered 410: the webhook is disabled`);
      break;
  }
  return next;
}

function follow({ job, result, aborted, clock, jitter }: SettleParts): Settled {
  const nowMs = clock.nowMs();
  if (result.status !== null && result.status >= 200 && result.status < 300) return { kind: "done" };
  if (result.status === 410) return { kind: "gone" };
  if (result.status === null && aborted) return { kind: "retry", dueAtMs: nowMs };
  const waitMs = waitAfterFailureMs(job.attempts + 1, result, jitter(), nowMs);
  return waitMs === null ? { kind: "dead" } : { kind: "retry", dueAtMs: nowMs + waitMs };
}
