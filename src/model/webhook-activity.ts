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
  /** URL that it was sent to, which need not be the present one; absent if it is unknown. */
  readonly target?: string | undefined;
  /** Target of a redirect, which is not followed; absent without one. */
  readonly location?: string | undefined;
  readonly ok: boolean;
  /** Time until the response or the failure, in milliseconds; null if it is unknown. */
  readonly durationMs: number | null;
}

/** Run of a Job that a webhook started. */
export interface LastRun {
  readonly id: string;
  readonly stage: JobStage;
  /** Reason for the stage: `exit code 3`. */
  readonly message: string | null;
  /** Time of its end, else of its start. */
  readonly at: string;
}

/** Activity of a webhook in the last 24 hours, as a local hub or the log of this receiver has it. */
export interface WebhookActivity {
  readonly webhookId: string;
  /** `hub`: attempts of the hub. `receiver`: deliveries that this receiver got, which may be only a part. */
  readonly from: "hub" | "receiver";
  /** Hours with attempts, oldest first. */
  readonly hours: readonly ActivityHour[];
  /** Last attempt, which may be older in a hub; null if there was none. */
  readonly last: LastAttempt | null;
  /** Last run of its Job; null if it started none, or the hub does not tell. */
  readonly run: LastRun | null;
  /** Number of consecutive failed attempts, up to the last. */
  readonly failures: number;
  /** Time of the first of them; null if there is none. */
  readonly failingSince: string | null;
  /** Dispatches that wait for an attempt, or are being sent. */
  readonly waiting: number;
  /** Earliest planned time of another attempt; null if none is planned. */
  readonly nextAttemptAt: string | null;
  /** Dispatches that wait because the webhook is disabled. */
  readonly held: number;
  /** Triggers that count toward the quota; null without a quota, or if it is unknown. */
  readonly triggers: { readonly used: number; readonly limit: number } | null;
  /** Numbers of triggers by event, for example `repo.content.update`. */
  readonly events: Readonly<Record<string, number>>;
}

/** Activity of a webhook, as its hub returns it. */
export type HubActivity = Omit<WebhookActivity, "from">;

/**
 * Duration from which on a successful attempt counts as slow, in milliseconds: half the time that a local hub waits for a
 * response.
 */
export const slowMs = 5_000;

/** Period of the hours and events, in hours. */
export const activityHours = 24;

const hourMs = 3_600_000;

/** Returns the number of a time's hour since 1970. */
export function hourOf(atMs: number): number {
  return Math.floor(atMs / hourMs);
}

/** Returns the number of the oldest hour of the activity. */
export function firstHour(nowMs: number): number {
  return hourOf(nowMs) - activityHours + 1;
}
