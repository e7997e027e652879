import { z } from "zod";
import { wireErrorSchema } from "../../model/error-wire-schema.ts";
import { receiverSetupSchema } from "../../model/receiver-setup.ts";
import { runningRoleSchema } from "../role.ts";

/** Schema of the parent's first message. It is sent through the pipe, because command lines are public. */
export const childOrderSchema = z.object({ setup: receiverSetupSchema });
export type ChildOrder = z.infer<typeof childOrderSchema>;

/** Parent's last message: the child closes its engine. */
export const closeOrder = "close";

/** Schema of the child's last message: its stores are closed and its roles released. */
export const closedReportSchema = z.object({
  closed: z.literal(true),
  /** Number of deliveries that wait in the queue for the next start. */
  waiting: z.int(),
});
export type ClosedReport = z.infer<typeof closedReportSchema>;

/** Schema of the child's first message. */
export const childReportSchema = z.union([
  z.object({ running: z.array(runningRoleSchema), notes: z.array(z.string()) }),
  z.object({ error: wireErrorSchema }),
]);
export type ChildReport = z.infer<typeof childReportSchema>;
