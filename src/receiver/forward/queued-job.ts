import { z } from "zod";
import type { OutcomeUpdate } from "../../store/delivery-log.ts";
import type { ActionResponse } from "../action.ts";
import { storedResponse } from "../stored-response.ts";

/** Reason for a delivery whose body was lost in a damaged log. */
export const bodyGone = "not forwarded: its body is no longer in the log";

/** Reasons for deliveries with a damaged job or row. */
export const jobUnreadable = "not forwarded: its job in the queue cannot be read";
export const rowUnreadable = "not forwarded: its row in the log cannot be read";

/** Maximum length of a target: targets in a shared queue are stored with the delivery. */
const longestTarget = 4_096;

/** Schema of a job's body. Jobs of earlier versions have no target. */
export const jobBodySchema = z.object({
  seq: z.int().positive(),
  target: z.string().max(longestTarget).nullable().default(null),
});

/** Creates the row update of a waiting delivery. It stores the 202; the attempts hold the responses of the target. */
export const waitingUpdate = (response: ActionResponse): OutcomeUpdate => ({
  outcome: "pending",
  status: null,
  durationMs: null,
  response: storedResponse(response, []),
});

/** Row update of a delivery with a dropped forward. */
export const droppedUpdate: OutcomeUpdate = {
  outcome: "failed",
  status: null,
  durationMs: null,
  reason: "the forward was dropped before the target responded",
};

/** Creates the row update of a delivery given up before an attempt. */
export const unsentUpdate = (reason: string): OutcomeUpdate => ({
  outcome: "failed",
  status: null,
  durationMs: null,
  reason,
});
