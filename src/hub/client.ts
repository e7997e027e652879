import type { ActivityPage, Dispatch, DispatchDetail } from "../model/dispatch.ts";
import type { MissReason } from "../model/missed-webhook.ts";
import type { PayloadChanges } from "../model/payload-changes.ts";
import type { WebhookActivity } from "../model/webhook-activity.ts";
import type { Webhook, WebhookChange, WebhookDraft } from "../model/webhook.ts";
import type { JobCalls } from "./job-calls.ts";
import type { RepoCalls } from "./repo-calls.ts";
import type { RepoFileCalls } from "./repo-file-calls.ts";

export interface HubAccount {
  readonly name: string;
  readonly fullname: string | null;
  /** Names of the organizations of the account. */
  readonly orgs: readonly string[];
}

/** Event for a local hub to fire. */
export interface TriggerRequest {
  readonly scope: string;
  readonly action: string;
  readonly repo: { readonly type: string; readonly name: string };
  /** Changes to the payload, applied last: JSON values by dotted path. */
  readonly set?: PayloadChanges;
  /** Replacement for the synthetic payload. Its `event` and `repo` always name those of this request. */
  readonly payload?: Readonly<Record<string, unknown>>;
}

export interface TriggerResult {
  /** Stored dispatches, one for each webhook that the event triggers. */
  readonly dispatches: readonly {
    readonly id: number;
    readonly webhookId: string;
    /** True if the dispatch is stored but not sent. */
    readonly overQuota: boolean;
  }[];
}

/** Effect that a trigger would have. */
export interface TriggerPreview {
  /** Payload for the first webhook that is reached. */
  readonly payload: Readonly<Record<string, unknown>>;
  readonly reached: readonly { readonly webhookId: string; readonly overQuota: boolean }[];
  /** Webhooks that watch the repo but are not triggered. */
  readonly missed: readonly { readonly webhookId: string; readonly reason: MissReason }[];
  /** Number of webhooks that watch something else. */
  readonly others: number;
}

/** Result of a replay. */
export interface DispatchReplay {
  /** HTTP status; null without a response. A local hub returns 200 for a started Job. */
  readonly status: number | null;
  /** Reason why there is no response or no run; null if there is one, or if the reason is unknown. */
  readonly error: string | null;
  /** Id of the started run; null if no Job was started. */
  readonly jobRun: string | null;
}

/** Activities of webhooks that changed. */
export interface ChangedActivities {
  readonly activities: readonly WebhookActivity[];
  /** Argument of the next call. */
  readonly cursor: string;
}

/**
 * Client of the Hub or of a local hub. Calls reject with errors of `errors.ts`, with a `NotFoundError` for an
 * unknown run, or with a `UsageError` for invalid input.
 */
export interface HubClient extends JobCalls, RepoCalls, RepoFileCalls {
  /** Address of the hub, without a trailing slash. */
  readonly endpoint: string;
  whoami(): Promise<HubAccount>;
  listWebhooks(): Promise<readonly Webhook[]>;
  getWebhook(id: string): Promise<Webhook>;
  createWebhook(draft: WebhookDraft): Promise<Webhook>;
  /**
   * Changes a webhook. Reads it first and sends all its fields, so that absent fields keep their values.
   * @param expected webhook before the change
   * @throws {WebhookChangedError} the webhook has changed meanwhile; nothing is sent
   */
  updateWebhook(id: string, change: WebhookChange, expected?: Webhook): Promise<Webhook>;
  enableWebhook(id: string): Promise<Webhook>;
  disableWebhook(id: string): Promise<Webhook>;
  deleteWebhook(id: string): Promise<void>;
  /**
   * Holds the dispatches of a webhook, or releases them.
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  holdWebhook(id: string, held: boolean): Promise<Webhook>;
  /**
   * Returns a page of a webhook's dispatches, newest first.
   * @param page `before`: only dispatches with a smaller id. `limit`: 1 to 200; default 50. `messageIds`: at most 8,000
   * characters together
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  activity(
    id: string,
    page?: {
      readonly before?: number | undefined;
      readonly limit?: number | undefined;
      /** IDs of messages whose dispatches are returned; all without. */
      readonly messageIds?: readonly string[] | undefined;
    },
  ): Promise<ActivityPage>;
  /**
   * Returns the activities of the last 24 hours that changed since a cursor; without a cursor, of all webhooks.
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  webhookActivities(query?: { readonly since?: string | undefined }): Promise<ChangedActivities>;
  /**
   * Returns a dispatch with its payload and attempts.
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  dispatch(id: string, dispatch: string): Promise<DispatchDetail>;
  /**
   * Makes the next attempt of a waiting dispatch due now.
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  retryDispatch(id: string, dispatch: string): Promise<Dispatch>;
  /**
   * Makes the next attempts of all waiting dispatches of a webhook due now. Returns their number.
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  retryDispatches(id: string): Promise<number>;
  /**
   * Gives up a dispatch that waits or is held.
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  dropDispatch(id: string, dispatch: string): Promise<Dispatch>;
  /**
   * Replays a dispatch to the webhook's current target with its current secret. Resolves when the attempt has
   * ended; rejects after 15 s without a response.
   */
  replayDispatch(id: string, dispatch: string): Promise<DispatchReplay>;
  /**
   * Fires an event.
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  trigger(request: TriggerRequest): Promise<TriggerResult>;
  /**
   * Returns the effects of a trigger without firing it.
   * @throws {NotLocalHubError} the hub is not a local hub
   */
  previewTrigger(request: TriggerRequest): Promise<TriggerPreview>;
}
