import type { ActivityPage, DispatchDetail } from "../model/dispatch.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../model/webhook.ts";
import type { JobCalls } from "./job-calls.ts";

export interface HubAccount {
  readonly name: string;
  readonly fullname: string | null;
}

/** Event for a local hub to fire. */
export interface TriggerRequest {
  readonly scope: string;
  readonly action: string;
  readonly repo: { readonly type: string; readonly name: string };
  /** Changes to the synthetic payload: dotted path and JSON value. */
  readonly set?: Readonly<Record<string, unknown>>;
  /** Replaces the synthetic payload; event and repo are still set from this request. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

export interface TriggerResult {
  /** One per fired webhook. */
  readonly dispatches: readonly {
    readonly id: number;
    readonly webhookId: string;
    /** Stored in the activity but not sent. */
    readonly overQuota: boolean;
  }[];
}

/** Result of a replay. */
export interface DispatchReplay {
  /** HTTP status; null without a response. */
  readonly status: number | null;
  /** Reason why there is no response, if known. */
  readonly error: string | null;
  /** Run started by a Job webhook. */
  readonly jobRun: string | null;
}

/** Client of the Hub or a local hub. Every call throws errors of hub/errors.ts. */
export interface HubClient extends JobCalls {
  /** Without a trailing slash. */
  readonly endpoint: string;
  whoami(): Promise<HubAccount>;
  listWebhooks(): Promise<readonly Webhook[]>;
  getWebhook(id: string): Promise<Webhook>;
  createWebhook(draft: WebhookDraft): Promise<Webhook>;
  /** Reads the webhook and sends it completely, so that unnamed fields are kept. */
  updateWebhook(id: string, change: WebhookChange): Promise<Webhook>;
  enableWebhook(id: string): Promise<Webhook>;
  disableWebhook(id: string): Promise<Webhook>;
  deleteWebhook(id: string): Promise<void>;
  /**
   * A webhook's dispatches, newest first. Only on a local hub: any other is a NotLocalHubError.
   * @param page `before`: only those with a smaller id. `limit`: 1 to 200; default 50
   */
  activity(
    id: string,
    page?: { readonly before?: number | undefined; readonly limit?: number | undefined },
  ): Promise<ActivityPage>;
  /** Returns a dispatch with its payload and attempts. Fires an event. Only on a local hub. */
  dispatch(id: string, dispatch: string): Promise<DispatchDetail>;
  /** Sends a dispatch again, to the webhook's current URL with its current secret; resolves when the attempt is over (at most 15 s). */
  replayDispatch(id: string, dispatch: string): Promise<DispatchReplay>;
  /** Fires an event. Only on a local hub. */
  trigger(request: TriggerRequest): Promise<TriggerResult>;
}
