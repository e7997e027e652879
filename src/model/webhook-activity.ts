import type { JobStage } from "./job.ts";

/** Attempts that started in one hour. */
export interface ActivityHour {
  /** Hours since 1970. */
  readonly hour: number;
  readonly attempts: number;
  readonly failed: number;
}

export interface LastAttempt {
  /** Start of the attempt. */
  readonly at: string;
  /** Status of the response; null if there was none. */
  readonly status: number | null;
  readonly error: string | null;
  /** URL of the attempt, possibly outdated; absent if unknown. */
  readonly target?: string | undefined;
  /** Target of a redirect (never followed); absent without one. */
  readonly location?: string | undefined;
  readonly ok: boolean;
  /** Time until the response or the failure, in milliseconds; null if unknown. */
  readonly durationMs: number | null;
}

/** Run of a Job that a webhook started. */
export interface LastRun {
  readonly id: string;
  readonly stage: JobStage;
  /** Reason for the stage: `exit code 3`. */
  readonly message: string | null;
  /** End time, or start time while it runs. */
  readonly at: string;
}

/** Activity of a webhook in the last 24 hours, from a local hub or the log of this receiver. */
export interface WebhookActivity {
  readonly webhookId: string;
  /** `hub`: attempts of the hub. `receiver`: deliveries to this receiver, possibly only some of them. */
  readonly from: "hub" | "receiver";
  /** Hours with attempts, oldest first. */
  readonly hours: readonly ActivityHour[];
  /** Last attempt, possibly older in a hub; null if there was none. */
  readonly last: LastAttempt | null;
  /** Last run of its Job; null if there was none, or the hub omits it. */
  readonly run: LastRun | null;
  /** Number of consecutive failed attempts, up to the last. */
  readonly failures: number;
  /** Time of the first failure; null if there is none. */
  readonly failingSince: string | null;
  /** Dispatches waiting for an attempt or being sent. */
  readonly waiting: number;
  /** Earliest planned time of another attempt; null if none is planned. */
  readonly nextAttemptAt: string | null;
  /** Dispatches waiting because the webhook is disabled. */
  readonly held: number;
  /** Triggers counted toward the quota; null if unknown or without a quota. */
  readonly triggers: { readonly used: number; readonly limit: number } | null;
  /** Numbers of triggers by event, for example `repo.content.update`. */
  readonly events: Readonly<Record<string, number>>;
}

/** Activity of a webhook, as its hub returns it. */
export type HubActivity = Omit<WebhookActivity, "from">;

/** Minimum duration of a slow attempt, in milliseconds: half the response timeout of a local hub. */
export const slowMs = 5_000;

/** Period of the hours and events, in hours. */
export const activityHours = 24;

const hourMs = 3_600_000;

/** Returns the number of a time's hour since 1970. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / hourMs);
}

/** Returns the number of the oldest hour in the activity. */
export function firstHour(nowMs: number): number {
  return hourOf(nowMs) - activityHours + 1;
}
