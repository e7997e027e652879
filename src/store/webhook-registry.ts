import type { EventName } from "../model/event.ts";
import type { WebhookPart } from "../model/webhook-parts.ts";
import type { StoredWebhook } from "../model/webhook.ts";

export type NewWebhook = Pick<StoredWebhook, WebhookPart | "account" | "jobSourceId">;
export type StoredWebhookChange = Partial<
  Pick<StoredWebhook, WebhookPart | "disabled" | "suspended" | "held">
>;

/**
 * Attributes of an event that select its webhooks: its repo, the owner of the repo, and the domain of its
 * scope.
 */
export interface EventTarget extends EventName {
  readonly repo: { readonly type: string; readonly name: string };
}

/** Webhooks of a local hub. */
export interface WebhookRegistry {
  /** Creates a webhook with an ID of 24 hex digits, as on the Hub. */
  create(webhook: NewWebhook): Promise<StoredWebhook>;
  /** Returns the webhooks of an account in the order of creation. */
  list(account: string): Promise<readonly StoredWebhook[]>;
  get(account: string, id: string): Promise<StoredWebhook | null>;
  /**
   * Changes a webhook.
   * @returns null if it does not exist
   * @throws {VersionConflictError} `version` is given and is not the stored one
   */
  update(
    account: string,
    id: string,
    change: StoredWebhookChange,
    version?: number,
  ): Promise<StoredWebhook | null>;
  /** Returns false if it does not exist. */
  remove(account: string, id: string): Promise<boolean>;
  /**
   * Returns the enabled webhooks of all accounts that an event triggers, each once, in the order of creation.
   * The cost grows with the matches, not with the number of webhooks, because an index finds them. A scope of
   * no domain triggers only webhooks without domains.
   */
  watching(event: EventTarget): Promise<readonly StoredWebhook[]>;
  close(): Promise<void>;
}
