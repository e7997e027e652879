import type { Attempt, Header, RepoName } from "./delivery.ts";
import type { EventName } from "./event.ts";

/**
 * Where a dispatch stands. `waiting`: for its first attempt; `sending`: its attempt is under way, or next in line; `retrying`: for another attempt; `held`:
 * its webhook is disabled; `sent`: answered with a 2xx, or the run of its Job started; `dead`: given up; `over-quota`: kept and never sent.
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

/** One event sent to one webhook, as a list of a webhook's activity shows it. */
export interface Dispatch {
  readonly id: number;
  readonly createdAt: string;
  readonly event: EventName;
  readonly repo: RepoName;
  /** The `webhook-id` header of every attempt. */
  readonly messageId: string;
  readonly state: DispatchState;
  /** How many are over, replays included. */
  readonly attemptCount: number;
  /** When the last attempt began; null: there was none. */
  readonly lastAttemptAt: string | null;
  /** What the last attempt was answered with; null: with nothing. */
  readonly lastStatus: number | null;
  /** Why the last attempt got no answer, or started no Job. */
  readonly lastError: string | null;
  /** When the next attempt is due; null: none is planned. */
  readonly nextAttemptAt: string | null;
}

/** One try of a dispatch. `target` is the URL it was sent to, or `job:` and the id of the source Job. */
export interface DispatchAttempt extends Omit<Attempt, "reply"> {
  /** Asked for by a person, outside the schedule. */
  readonly replay: boolean;
  /** The run it started, of a Job webhook. */
  readonly jobRun: string | null;
  /** When the next attempt was to follow; null: it decided the matter. */
  readonly nextAttemptAt: string | null;
  /** A few headers of the answer: those that say what it is and what to do next. */
  readonly answerHeaders: readonly Header[];
  /** The first 20 kB of the answer's body. */
  readonly answer: Uint8Array;
}

/** A dispatch with all that is kept of it. */
export interface DispatchDetail extends Dispatch {
  /** The JSON text every attempt sends. */
  readonly payload: string;
  /** Oldest first. */
  readonly attempts: readonly DispatchAttempt[];
}

/** A run of a webhook's dispatches, newest first. */
export interface ActivityPage {
  readonly dispatches: readonly Dispatch[];
  /** Whether there are older ones. */
  readonly more: boolean;
}
