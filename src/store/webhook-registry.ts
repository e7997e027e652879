import type { EventName } from "../model/event.ts";
import type { StoredWebhook } from "../model/webhook.ts";

export type NewWebhook = Pick<
  StoredWebhook,
  "account" | "url" | "jobSourceId" | "watched" | "domains" | "secret"
>;
export type StoredWebhookChange = Partial<
  Pick<StoredWebhook, "url" | "watched" | "domains" | "secret" | "disabled" | "suspended">
>;

/** What an event is matched by: the repo, its owner, and the scope's domain. */
export interface EventTarget extends EventName {
  readonly repo: { readonly type: string; readonly name: string };
}

export interface WebhookRegistry {
  /** Gives it an id of 24 hex digits, as the Hub's are. */
  create(webhook: NewWebhook): Promise<StoredWebhook>;
  /** In the order of creation. */
  list(account: string): Promise<readonly StoredWebhook[]>;
  get(account: string, id: string): Promise<StoredWebhook | null>;
  /** Null: there is none. @throws {VersionConflictError} when `version` is given and is not the stored one */
  update(
    account: string,
    id: string,
    change: StoredWebhookChange,
    version?: number,
  ): Promise<StoredWebhook | null>;
  /** Whether there was one. */
  remove(account: string, id: string): Promise<boolean>;
  /**
   * The enabled webhooks of all accounts an event fires, each once, in the order of creation; by index: the cost grows with the matches,
   * not with how many there are. A scope in no known domain fires those only that name no domains.
   */
  watching(event: EventTarget): Promise<readonly StoredWebhook[]>;
  close(): Promise<void>;
}
