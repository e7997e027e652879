import type { Header, RepoName } from "../model/delivery.ts";
import type { ActivityPage, DispatchDetail } from "../model/dispatch.ts";
import type { EventName } from "../model/event.ts";

/** An event on its way to a webhook, before it is kept. */
export interface NewDispatch {
  readonly webhookId: string;
  readonly account: string;
  readonly messageId: string;
  readonly event: EventName;
  readonly repo: RepoName;
  /** The JSON text to be sent. */
  readonly payload: string;
  readonly createdAtMs: number;
}

/** So many triggers of one webhook count within any stretch of time so long. */
export interface Quota {
  /** Infinity: no quota. */
  readonly triggers: number;
  readonly withinMs: number;
}

export interface AcceptedDispatch {
  readonly id: number;
  readonly webhookId: string;
  /** Kept, and not to be sent. */
  readonly overQuota: boolean;
}

/** What an attempt needs of a dispatch. */
export interface QueuedDispatch {
  readonly id: number;
  readonly account: string;
  readonly webhookId: string;
  readonly messageId: string;
  readonly repo: RepoName;
  readonly payload: string;
  /** How many attempts of the schedule are over; replays and those a closing hub cut short are none. */
  readonly attempts: number;
}

/** An attempt that is over. */
export interface NewAttempt {
  /** The URL, or `job:` and the id of the source Job. */
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

/** What follows an attempt. `as-before`: a replay that failed, after which the dispatch stands where it stood. */
export type AfterAttempt =
  | { readonly kind: "sent" }
  | { readonly kind: "retry"; readonly dueAtMs: number }
  | { readonly kind: "dead" }
  | { readonly kind: "as-before" };

/** Attempts to a webhook that failed one after another since the last that did not; replays that fail do not count. */
export interface FailureRun {
  readonly count: number;
  /** When the first of them ended; null: there is none. */
  readonly sinceMs: number | null;
}

/** How far back a list of activity begins, and how long it is. */
export interface ActivityQuery {
  /** Only dispatches with a smaller id; null: from the newest on. */
  readonly before: number | null;
  readonly limit: number;
}

/** Of the dispatches of a webhook that are over, the newest so many are kept; those still on their way all are. */
export const endedDispatchesKept = 1000;

/** What a hub sent, sends and has yet to send, by webhook. Its writes and the queue's are of one piece. */
export interface Activity {
  /**
   * Keeps dispatches and puts a job for each into the queue (lane: the webhook's id; body: `{"dispatch": id}`), all or none; on disk when
   * it resolves. One beyond its webhook's quota is kept without a job. One whose webhook is gone is left out of the answer.
   */
  accept(dispatches: readonly NewDispatch[], quota: Quota): Promise<readonly AcceptedDispatch[]>;
  /** Null: it was removed with its webhook. */
  get(id: number): Promise<QueuedDispatch | null>;
  /**
   * Writes an attempt down and ends, puts back or buries the dispatch's job, together. A dispatch that was sent by another attempt stays sent.
   * It survives the end of the process; a power cut may undo the newest, and then the dispatch is sent once more.
   */
  attempted(id: number, attempt: NewAttempt, next: AfterAttempt): Promise<FailureRun>;
  /** Begins a webhook's count of failures anew. */
  forgive(webhookId: string): Promise<void>;
  page(webhookId: string, query: ActivityQuery): Promise<ActivityPage>;
  /** Null: this webhook has no such dispatch. */
  detail(webhookId: string, id: number): Promise<DispatchDetail | null>;
  /** Forgets what a deleted webhook sent; goes on in the background. */
  remove(webhookId: string): Promise<void>;
  close(): Promise<void>;
}
