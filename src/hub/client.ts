import type { Webhook, WebhookChange, WebhookDraft } from "../model/webhook.ts";

export interface HubAccount {
  readonly name: string;
  readonly fullname: string | null;
}

/** Ask a local hub to make an event happen. */
export interface TriggerRequest {
  readonly scope: string;
  readonly action: string;
  readonly repo: { readonly type: string; readonly name: string };
  /** Changes to the synthetic payload: dotted path and JSON value. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Used in place of the synthetic payload; event and repo are still put in from this request. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

export interface TriggerResult {
  /** One for each webhook the event fired. */
  readonly dispatches: readonly { readonly id: number; readonly webhookId: string }[];
}

/** The one way anything here talks to a hub, real or local. Every call throws an error of hub/errors.ts. */
export interface HubClient {
  /** Without a trailing slash. */
  readonly endpoint: string;
  whoami(): Promise<HubAccount>;
  listWebhooks(): Promise<readonly Webhook[]>;
  getWebhook(id: string): Promise<Webhook>;
  createWebhook(draft: WebhookDraft): Promise<Webhook>;
  /** Reads first and sends the whole, so that nothing that was not named is lost. */
  updateWebhook(id: string, change: WebhookChange): Promise<Webhook>;
  enableWebhook(id: string): Promise<Webhook>;
  disableWebhook(id: string): Promise<Webhook>;
  deleteWebhook(id: string): Promise<void>;
  /** Only on a local hub. */
  trigger(request: TriggerRequest): Promise<TriggerResult>;
}
