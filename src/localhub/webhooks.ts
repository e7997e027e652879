import type { StoredWebhook } from "../model/webhook.ts";
import type { Activity } from "../store/activity.ts";
import type { DispatchQueue } from "../store/dispatch-queue.ts";
import type { NewWebhook, StoredWebhookChange, WebhookRegistry } from "../store/webhook-registry.ts";

/** Webhooks of one account, with their queued dispatches. */
export interface Webhooks {
  list(): Promise<readonly StoredWebhook[]>;
  get(id: string): Promise<StoredWebhook | null>;
  create(webhook: Omit<NewWebhook, "account">): Promise<StoredWebhook>;
  /** Changes a webhook. Returns null if there is no such webhook. */
  change(id: string, change: StoredWebhookChange): Promise<StoredWebhook | null>;
  /**
   * Enables a webhook, releases its queued dispatches unless a person holds them, and resets its failures. Returns
   * null if there is no such webhook.
   */
  enable(id: string): Promise<StoredWebhook | null>;
  /** Disables a webhook and holds its queued dispatches. Returns null if there is no such webhook. */
  disable(id: string): Promise<StoredWebhook | null>;
  /**
   * Holds the dispatches of a webhook until their release. A disabled webhook keeps them even then. Returns null if
   * there is no such webhook.
   */
  hold(id: string, held: boolean): Promise<StoredWebhook | null>;
  /** Deletes a webhook, its queued dispatches and its activity. Returns false if there is no such webhook. */
  remove(id: string): Promise<boolean>;
}

export function webhooksOf(
  registry: WebhookRegistry,
  queue: DispatchQueue,
  activity: Activity,
  account: string,
): Webhooks {
  return {
    list: () => registry.list(account),
    get: (id) => registry.get(account, id),
    create: (webhook) => registry.create({ account, ...webhook }),
    change: (id, change) => registry.update(account, id, change),
    // The stores commit the calls of one tick in one transaction.
    async enable(id) {
      const current = await registry.get(account, id);
      if (current === null) return null;
      const stopped = current.disabled || current.suspended;
      const [enabled] = await Promise.all([
        stopped ? registry.update(account, id, { disabled: false, suspended: false }) : current,
        activity.resetFailures(id),
        current.held ? undefined : queue.release(id),
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
    async hold(id, held) {
      const current = await registry.get(account, id);
      if (current === null || current.held === held) return current;
      const [changed] = await Promise.all([
        registry.update(account, id, { held }),
        held ? queue.hold(id) : current.disabled ? undefined : queue.release(id),
      ]);
      return changed;
    },
    async remove(id) {
      const [removed] = await Promise.all([
        registry.remove(account, id),
        queue.drop(id),
        // This removes only the hold: the queue is empty, and ids are not reused.
        queue.release(id),
        activity.remove(id),
      ]);
      return removed;
    },
  };
}
