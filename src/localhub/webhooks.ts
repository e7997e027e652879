import type { Activity } from "../store/activity-port.ts";
import type { StoredWebhook, StoredWebhookChange, WebhookRegistry, WorkQueue } from "../store/ports.ts";

/** The webhooks of one account and, with them, the queue of what is still to be sent to each. */
export interface Webhooks {
  list(): Promise<readonly StoredWebhook[]>;
  get(id: string): Promise<StoredWebhook | null>;
  create(
    webhook: Pick<StoredWebhook, "url" | "jobSourceId" | "watched" | "domains" | "secret">,
  ): Promise<StoredWebhook>;
  /** Null: there is none. */
  change(id: string, change: StoredWebhookChange): Promise<StoredWebhook | null>;
  /** What waited for it goes out again, and its failures count from none. Enabling what is enabled changes nothing. Null: there is none. */
  enable(id: string): Promise<StoredWebhook | null>;
  /** What waits for it stays and waits on. Disabling what is disabled changes nothing. Null: there is none. */
  disable(id: string): Promise<StoredWebhook | null>;
  /** Drops what waits for it, and forgets what it sent. Whether there was one. */
  remove(id: string): Promise<boolean>;
}

export function webhooksOf(
  registry: WebhookRegistry,
  queue: WorkQueue,
  activity: Activity,
  account: string,
): Webhooks {
  return {
    list: () => registry.list(account),
    get: (id) => registry.get(account, id),
    create: (webhook) => registry.create({ account, ...webhook }),
    change: (id, change) => registry.update(account, id, change),
    // What is asked of the stores within one tick is one transaction.
    async enable(id) {
      const current = await registry.get(account, id);
      if (current === null) return null;
      const stopped = current.disabled || current.suspended;
      const [enabled] = await Promise.all([
        stopped ? registry.update(account, id, { disabled: false, suspended: false }) : current,
        activity.forgive(id),
        queue.release(id),
      ]);
      return enabled;
    },
    async disable(id) {
      const current = await registry.get(account, id);
      if (current === null || current.disabled) return current;
      const [disabled] = await Promise.all([
        registry.update(account, id, { disabled: true }),
        queue.hold(id),
      ]);
      return disabled;
    },
    async remove(id) {
      const [removed] = await Promise.all([
        registry.remove(account, id),
        queue.drop(id),
        // Nothing is left to hold; an id is never used again.
        queue.release(id),
        activity.remove(id),
      ]);
      return removed;
    },
  };
}
