import type { Header, RepoName } from "../model/delivery.ts";
import type { ActivityPage, DispatchDetail } from "../model/dispatch.ts";
import type { EventName } from "../model/event.ts";

/** An event for a webhook, before it is stored. */
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

/** Maximum number of triggers of one webhook within any period of a length. */
export interface Quota {
  /** Infinity for no quota. */
  readonly triggers: number;
  readonly withinMs: number;
}

/** A dispatch that was stored. */
export interface AcceptedDispatch {
  readonly id: number;
  readonly webhookId: string;
  /** True if it is stored but not sent. */
  readonly overQuota: boolean;
}

/** Fields of a dispatch that an attempt uses. */
export interface QueuedDispatch {
  readonly id: number;
  readonly account: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly repo: RepoName;
  readonly payload: string;
  /** Completed attempts of the schedule, without replays and attempts that the closing hub aborted. */
  readonly attempts: number;
}

/** A completed attempt. */
export interface NewAttempt {
  /** URL, or `job:` and the id of the source Job. */
  readonly target: string;
  readonly startedAtMs: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly jobRun: string | null;
  readonly replay: boolean;
  readonly headers: readonly Header[];
  readonly answer: Uint8Array;
}

/** State of a dispatch after an attempt. `as-before`: unchanged, after a failed replay. */
export type AfterAttempt =
  | { readonly kind: "sent" }
  | { readonly kind: "retry"; readonly dueAtMs: number }
  | { readonly kind: "dead" }
  | { readonly kind: "as-before" };

/** Consecutive failed attempts of a webhook, without failed replays. */
export interface FailureRun {
  readonly count: number;
  /** End of the first of them; null if there is none. */
  readonly sinceMs: number | null;
}

/** Page of a list of activity. */
export interface ActivityQuery {
  /** Returns dispatches with a smaller id only; null starts at the newest. */
  readonly before: number | null;
  readonly limit: number;
}

/** Completed dispatches kept per webhook, newest first. Dispatches in progress are always kept. */
export const endedDispatchesKept = 1000;

/** Dispatches of a hub by webhook: sent, in progress and waiting. Dispatch and job are written in one transaction. */
export interface Activity {
  /**
   * Stores dispatches and enqueues a job for each (lane: the webhook's id; body: `{"dispatch": id}`), all or none; durable when it resolves.
   * A dispatch over its webhook's quota is stored without a job. A dispatch whose webhook no longer exists is not stored.
   */
  accept(dispatches: readonly NewDispatch[], quota: Quota): Promise<readonly AcceptedDispatch[]>;
  /** Returns null if the dispatch was removed with its webhook. */
  get(id: number): Promise<QueuedDispatch | null>;
  /**
   * Stores an attempt, and completes, reschedules or gives up the job of its dispatch, in one transaction. A dispatch that another attempt has
   * sent stays sent. The attempt survives the end of the process; a power cut may undo the newest, which sends its dispatch again.
   */
  recordAttempt(id: number, attempt: NewAttempt, next: AfterAttempt): Promise<FailureRun>;
  /** Resets the count of failures of a webhook. */
  resetFailures(webhookId: string): Promise<void>;
  page(webhookId: string, query: ActivityQuery): Promise<ActivityPage>;
  /** Returns null if the webhook has no such dispatch. */
  detail(webhookId: string, id: number): Promise<DispatchDetail | null>;
  /** Removes the dispatches of a deleted webhook in the background. */
  remove(webhookId: string): Promise<void>;
  close(): Promise<void>;
}
