import type { ActivityPage, DispatchDetail } from "../model/dispatch.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../model/webhook.ts";
import type { JobCalls } from "./job-calls.ts";

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
  readonly dispatches: readonly {
    readonly id: number;
    readonly webhookId: string;
    /** Kept in the activity, and not sent. */
    readonly overQuota: boolean;
  }[];
}

/** What came of sending a dispatch again. */
export interface DispatchReplay {
  /** Null: there was no answer. */
  readonly status: number | null;
  /** Why there was no answer, where the hub tells it. */
  readonly error: string | null;
  /** The run it started, of a Job webhook. */
  readonly jobRun: string | null;
}

/** The one way anything here talks to a hub, real or local. Every call throws an error of hub/errors.ts. */
export interface HubClient extends JobCalls {
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
  /**
   * A webhook's dispatches, newest first. Only on a local hub: any other is a NotLocalHubError.
   * @param page `before`: only those with a smaller id. `limit`: at most so many, up to 200; default 50
   */
  activity(
    id: string,
    page?: { readonly before?: number | undefined; readonly limit?: number | undefined },
  ): Promise<ActivityPage>;
  /** One dispatch, with its payload and its attempts. Only on a local hub. */
  dispatch(id: string, dispatch: string): Promise<DispatchDetail>;
  /** Sends a dispatch again, to the webhook's current URL with its current secret; resolves when the attempt is over (at most 15 s). */
  replayDispatch(id: string, dispatch: string): Promise<DispatchReplay>;
  /** Only on a local hub. */
  trigger(request: TriggerRequest): Promise<TriggerResult>;
}
