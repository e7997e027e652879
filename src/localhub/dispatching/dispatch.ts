import { z } from "zod";

/** One event on its way to one webhook, as the queue keeps it; the lane is the webhook's id. */
export const dispatchSchema = z.object({
  account: z.string(),
  /** The `webhook-id` header of every attempt. */
  messageId: z.string(),
  /** What is sent, whole. */
  payload: z.record(z.string(), z.unknown()),
});
export type Dispatch = z.infer<typeof dispatchSchema>;
