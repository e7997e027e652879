import { z } from "zod";
import type { OutcomeUpdate } from "../../store/delivery-log.ts";
import type { ActionResponse } from "../action.ts";
import { storedResponse } from "../stored-response.ts";

/** Reason for a delivery whose body was lost in a damaged log. */
export const bodyGone = "not forwarded: its body is no longer in the log";

/** Reasons for deliveries with a damaged job or row. */
export const jobUnreadable = "not forwarded: its job in the queue cannot be read";
export const rowUnreadable = "not forwarded: its row in the log cannot be read";

/** Maximum length of a target; that of a message in a shared queue is stored with the delivery. */
const longestTarget = 4_096;

/** Schema of a job's body. Jobs of earlier versions have no target. */
export const jobBodySchema = z.object({
  seq: z.int().positive(),
  target: z.string().max(longestTarget).nullable().default(null),
});

/** Creates the update of a waiting delivery's row, which stores the 202; the target's responses are in the attempts. */
export const waitingUpdate = (response: ActionResponse): OutcomeUpdate => ({
  outcome: "pending",
  status: null,
  durationMs: null,
  response: storedResponse(response, []),
});

/** Update of the row of a delivery whose forward was dropped. */
export const droppedUpdate: OutcomeUpdate = {
  outcome: "failed",
  status: null,
  durationMs: null,
  reason: "the forward was dropped before the target responded",
};

/** Creates the update of a delivery that is given up before an attempt. */
export const unsentUpdate = (reason: string): OutcomeUpdate => ({
  outcome: "failed",
  status: null,
  durationMs: null,
  reason,
});
