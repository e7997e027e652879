import type { Attempt, Header, RepoName } from "./delivery.ts";
import type { EventName } from "./event.ts";
import type { LastRun } from "./webhook-activity.ts";

/**
 * States of a dispatch. `waiting`: before its first attempt; `sending`: its attempt runs or is next in line;
 * `retrying`: before another attempt; `held`: its webhook is disabled or held; `sent`: the target responded with 2xx,
 * or the run of its Job started; `dead`: given up or dropped; `over-quota`: stored, never sent.
 */
export const dispatchStates = [
  "waiting",
  "sending",
  "retrying",
  "held",
  "sent",
  "dead",
  "over-quota",
] as const;
export type DispatchState = (typeof dispatchStates)[number];

/** Dispatch of one event to one webhook, as in the activity list of the webhook. */
export interface Dispatch {
  readonly id: number;
  readonly createdAt: string;
  readonly event: EventName;
  readonly repo: RepoName;
  /** Value of the `webhook-id` header in every attempt. */
  readonly messageId: string;
  readonly state: DispatchState;
  /** Number of finished attempts, including replays. */
  readonly attemptCount: number;
  /** Start of the last attempt; null if there was none. */
  readonly lastAttemptAt: string | null;
  /** Status of the last response; null if there was none. */
  readonly lastStatus: number | null;
  /** Reason for a missing response, a run that did not start, or a missing next attempt; null otherwise. */
  readonly lastError: string | null;
  /** Time of the next attempt; null if none is planned. */
  readonly nextAttemptAt: string | null;
  /** Last run of a Job that it started; null if it started none, or the hub keeps the run no more. */
  readonly run: LastRun | null;
}

/** Attempt of a dispatch. `target` is its URL, or `job:` and the ID of the source Job. */
export interface DispatchAttempt extends Omit<Attempt, "reply"> {
  /** True if a user requested the attempt, outside the schedule. */
  readonly replay: boolean;
  /** ID of the run that the attempt started; null if it started none. */
  readonly jobRun: string | null;
  /** Planned time of the following attempt; null if this one was final. */
  readonly nextAttemptAt: string | null;
  /** Headers of the response that describe its body or the next step. */
  readonly answerHeaders: readonly Header[];
  /** First 20 kB of the response body. */
  readonly answer: Uint8Array;
}

/** Dispatch with its payload and attempts. */
export interface DispatchDetail extends Dispatch {
  /** JSON text that every attempt sends. */
  readonly payload: string;
  /** Attempts, oldest first. */
  readonly attempts: readonly DispatchAttempt[];
}

/** Page of a webhook's dispatches, newest first. */
export interface ActivityPage {
  readonly dispatches: readonly Dispatch[];
  /** True if older dispatches exist. */
  readonly more: boolean;
}
