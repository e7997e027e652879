import { homedir } from "node:os";
import process from "node:process";
import type { HubAccount, HubClient as HubCalls, TriggerRequest, TriggerResult } from "../hub/client.ts";
import { createHubClient } from "../hub/create-hub-client.ts";
import { resolveEndpoint } from "../hub/endpoint.ts";
import { resolveToken } from "../hub/token.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../model/webhook.ts";

export interface HubClientOptions {
  /** URL of the Hub or a compatible API. @default HF_ENDPOINT, else the Hub */
  readonly endpoint?: string;
  /** Token of the account; null sends requests without one. @default HF_TOKEN, else the token of the Hub's own tools */
  readonly token?: string | null;
  /** Timeout of each attempt, in milliseconds. @default 10_000 */
  readonly timeoutMs?: number;
}

/**
 * Webhooks of an account on the Hub or a compatible API. Refusals and network failures throw a HooklensError.
 * Experimental: pin the version.
 */
export class HubClient {
  readonly #calls: HubCalls;

  /** @throws {UsageError | TokenFileError} the endpoint is not a URL, or the token file cannot be read */
  constructor({ endpoint, token, timeoutMs }: HubClientOptions = {}) {
    const { env } = process;
    this.#calls = createHubClient({
      endpoint: resolveEndpoint({ flag: endpoint, env }),
      token: token === undefined ? (resolveToken({ env, home: homedir() })?.token ?? null) : token,
      ...(timeoutMs !== undefined && { timeoutMs }),
    });
  }

  /** URL of the API, without a trailing slash. */
  get endpoint(): string {
    return this.#calls.endpoint;
  }

  whoami(): Promise<HubAccount> {
    return this.#calls.whoami();
  }

  listWebhooks(): Promise<readonly Webhook[]> {
    return this.#calls.listWebhooks();
  }

  getWebhook(id: string): Promise<Webhook> {
    return this.#calls.getWebhook(id);
  }

  createWebhook(draft: WebhookDraft): Promise<Webhook> {
    return this.#calls.createWebhook(draft);
  }

  /** Changes the given fields of a webhook. */
  updateWebhook(id: string, change: WebhookChange): Promise<Webhook> {
    return this.#calls.updateWebhook(id, change);
  }

  enableWebhook(id: string): Promise<Webhook> {
    return this.#calls.enableWebhook(id);
  }

  disableWebhook(id: string): Promise<Webhook> {
    return this.#calls.disableWebhook(id);
  }

  deleteWebhook(id: string): Promise<void> {
    return this.#calls.deleteWebhook(id);
  }

  /** Triggers an event, which is dispatched to its webhooks. Works on a local hub (`hooklens hub`) only. */
  trigger(request: TriggerRequest): Promise<TriggerResult> {
    return this.#calls.trigger(request);
  }
}
