import { z } from "zod";
import { wireErrorSchema } from "../../model/error-wire.ts";
import { runningRoleSchema } from "../roles/runtime-file.ts";

/** The first and only thing the parent says. It goes through the pipe, because a command line is for everyone to read. */
export const childOrderSchema = z.object({
  secret: z.union([z.string(), z.array(z.string()).readonly()]).nullable(),
});
export type ChildOrder = z.infer<typeof childOrderSchema>;

/** The first and only thing the child says. */
export const childReportSchema = z.union([
  z.object({ running: z.array(runningRoleSchema), notes: z.array(z.string()) }),
  z.object({ error: wireErrorSchema }),
]);
export type ChildReport = z.infer<typeof childReportSchema>;
