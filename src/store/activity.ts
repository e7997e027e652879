import type { Header, RepoName } from "../model/delivery.ts";
import type { ActivityPage, Dispatch, DispatchDetail } from "../model/dispatch.ts";
import type { EventName } from "../model/event.ts";
import type { HubActivity } from "../model/webhook-activity.ts";

/** Dispatch to store: an event for one webhook. */
export interface NewDispatch {
  readonly webhookId: string;
  readonly account: string;
  readonly messageId: string;
  readonly event: EventName;
  readonly repo: RepoName;
  /** JSON text to send. */
  readonly payload: string;
  readonly createdAtMs: number;
}

/** Maximum number of triggers of one webhook in any period of the given length. */
export interface Quota {
  /** Number of triggers; Infinity disables the quota. */
  readonly triggers: number;
  /** Length of the period, in milliseconds. */
  readonly withinMs: number;
}

/** Stored dispatch. */
export interface AcceptedDispatch {
  readonly id: number;
  readonly webhookId: string;
  /** True if the webhook exceeded its quota: the dispatch is never sent. */
  readonly overQuota: boolean;
}

/** Data that an attempt of a dispatch needs. */
export interface QueuedDispatch {
  readonly id: number;
  readonly account: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly repo: RepoName;
  readonly payload: string;
  /** Number of completed scheduled attempts, without replays and attempts that a closing hub aborted. */
  readonly attempts: number;
}

/** Completed attempt to store. */
export interface NewAttempt {
  /** URL, or `job:` and the ID of the source Job. */
  readonly target: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly jobRun: string | null;
  readonly replay: boolean;
  readonly headers: readonly Header[];
  /** Start of the response body. */
  readonly answer: Uint8Array;
}

/** State of a dispatch after an attempt. `as-before` keeps the state after a failed replay. */
export type AfterAttempt =
  | { readonly kind: "sent" }
  | { readonly kind: "retry"; readonly dueAtMs: number }
  | { readonly kind: "dead" }
  | { readonly kind: "as-before" };

/** Consecutive failed attempts of a webhook, without failed replays. */
export interface FailureRun {
  readonly count: number;
  /** End of the first of them, in milliseconds since 1970; null if there is none. */
  readonly sinceMs: number | null;
}

/** Result of dropping a dispatch. */
export interface DroppedDispatch {
  readonly dispatch: Dispatch;
  /** False if it did not wait, and is unchanged. */
  readonly waited: boolean;
}

/** Page of a webhook's dispatches, newest first. */
export interface ActivityQuery {
  /** Exclusive upper bound of the IDs; null starts at the newest dispatch. */
  readonly before: number | null;
  readonly limit: number;
  /** Messages whose dispatches are returned; null or absent for all. */
  readonly messageIds?: readonly string[] | null;
}

/** Activities that changed after a cursor. */
export interface ActivitiesQuery {
  readonly account: string;
  /** Cursor of an earlier result; null for the activities of all webhooks. */
  readonly since: string | null;
  /** Maximum number of activities. */
  readonly limit: number;
  readonly nowMs: number;
  readonly quota: Quota;
}

export interface ChangedActivities {
  readonly activities: readonly HubActivity[];
  /** Position after these changes. A cursor of an earlier process starts at the first change. */
  readonly cursor: string;
  /** True if more activities changed after the cursor. */
  readonly more: boolean;
}

/** Number of the newest completed dispatches kept per webhook. Dispatches in progress are always kept. */
export const endedDispatchesKept = 1000;

/** Dispatches of a hub by webhook. A dispatch and its job are written in one transaction. */
export interface Activity {
  /**
   * Stores dispatches and enqueues a job for each (lane: the webhook's ID; body: `{"dispatch": id}`) in one
   * transaction, which is durable when the promise resolves. A dispatch over its webhook's quota is stored
   * without a job. A dispatch whose webhook no longer exists is not stored.
   */
  accept(dispatches: readonly NewDispatch[], quota: Quota): Promise<readonly AcceptedDispatch[]>;
  /** Returns true if the next trigger of a webhook is within its quota. */
  hasRoom(webhookId: string, nowMs: number, quota: Quota): Promise<boolean>;
  /** Returns null if the dispatch was removed. */
  get(id: number): Promise<QueuedDispatch | null>;
  /**
   * Stores an attempt and removes, reschedules or gives up the job of its dispatch, in one transaction. A
   * dispatch that another attempt has sent stays sent. The attempt survives the end of the process, but a
   * power cut may undo it; its dispatch is then sent again.
   * @returns the failures of the webhook; none if the dispatch was removed
   */
  recordAttempt(id: number, attempt: NewAttempt, next: AfterAttempt): Promise<FailureRun>;
  /** Resets the failures of a webhook. */
  resetFailures(webhookId: string): Promise<void>;
  page(webhookId: string, query: ActivityQuery): Promise<ActivityPage>;
  /**
   * Returns the activities that changed, in the order of their changes. The passing of time is no change, although
   * hours and triggers leave their periods.
   */
  activities(query: ActivitiesQuery): Promise<ChangedActivities>;
  /** Returns null if the webhook has no such dispatch. */
  detail(webhookId: string, id: number): Promise<DispatchDetail | null>;
  /**
   * Makes a dispatch due that waits for a later attempt; one that is held stays so. Returns it; null if the webhook
   * has no such dispatch.
   */
  hasten(webhookId: string, id: number, nowMs: number): Promise<Dispatch | null>;
  /**
   * Gives up a dispatch that waits or is held. Returns the dispatch, and whether it waited; null if the webhook has
   * no such dispatch.
   */
  drop(webhookId: string, id: number): Promise<DroppedDispatch | null>;
  /** Gives up an unreadable job and its dispatch, which gets the reason in place of a response. */
  abandon(job: number, reason: string): Promise<void>;
  /** Removes the dispatches of a deleted webhook in the background; may resolve earlier. */
  remove(webhookId: string): Promise<void>;
  close(): Promise<void>;
}
