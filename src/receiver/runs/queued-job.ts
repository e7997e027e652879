import { z } from "zod";
import type { OutcomeUpdate } from "../../store/delivery-log.ts";
import type { ActionResponse } from "../action.ts";
import { storedResponse } from "../stored-response.ts";

/** Reason for a delivery whose body was lost in a damaged log. */
export const bodyGone = "not tried: its body is no longer in the log";

/** Reasons for deliveries with a damaged job or row. */
export const jobUnreadable = "not tried: its job in the queue cannot be read";
export const rowUnreadable = "not tried: its row in the log cannot be read";

/** Maximum length of a target: targets in a shared queue are stored with the delivery. */
const longestTarget = 4_096;

/**
 * Lease of a job, in milliseconds. A job that is neither ended nor returned in time, because the log failed, becomes due
 * again.
 */
export const leaseMs = 60_000;

/** A delivery in the queue. */
export interface QueuedRun {
  /** ID of the job. */
  readonly id: number;
  readonly seq: number;
  readonly receivedAtMs: number;
}

/** Schema of a job's body. Jobs of earlier versions are forwards, the first ones without a target. */
export const jobBodySchema = z.object({
  seq: z.int().positive(),
  /** Target of the forward at the time of queueing; null without one. */
  target: z.string().max(longestTarget).nullable().default(null),
  /** True for the action of the delivery's route; false for the forward. */
  isAction: z.boolean().default(false),
});
export type JobBody = Readonly<z.infer<typeof jobBodySchema>>;

/** Creates the row update of a waiting delivery. It stores the 202; the attempts hold the results of the tries. */
export const waitingUpdate = (response: ActionResponse): OutcomeUpdate => ({
  outcome: "pending",
  status: null,
  durationMs: null,
  response: storedResponse(response, []),
});

/** Creates the row update of a delivery given up before a try. */
export const untriedUpdate = (reason: string): OutcomeUpdate => ({
  outcome: "failed",
  status: null,
  durationMs: null,
  reason,
});
