import { z } from "zod";
import type { LogPosition, Pruned } from "../../store/ports.ts";
import type { ReceiverState, ReplayResult } from "../client.ts";
import { wireErrorSchema } from "../error-wire.ts";

/** One line of `GET /updates`. */
export const positionSchema: z.ZodType<LogPosition> = z.object({ seq: z.number(), revision: z.number() });

/** The answer of `GET /state`. */
export const stateSchema: z.ZodType<ReceiverState> = z.object({
  pid: z.number(),
  version: z.string(),
  url: z.string(),
  routes: z.array(z.string()),
  secretSet: z.boolean(),
  startedAt: z.string(),
  position: positionSchema,
});

/** The body of `POST /replay`. */
export const replaySchema = z.object({ seq: z.int().positive(), to: z.string().optional() });

/** The answer of `POST /replay`. */
export const replayResultSchema: z.ZodType<ReplayResult> = z.object({
  seq: z.number(),
  outcome: z.enum(["pending", "accepted", "rejected", "handled", "failed", "interrupted"]),
  status: z.number().nullable(),
  error: z.string().nullable(),
});

/** The body of `POST /prune`. */
export const pruneSchema = z.object({
  beforeMs: z.number().nullable(),
  maxBytes: z.number().min(0).nullable(),
  dryRun: z.boolean(),
});

/** The answer of `POST /prune`. */
export const prunedSchema: z.ZodType<Pruned> = z.object({ deliveries: z.number(), bytes: z.number() });

/** The answer where something went wrong. */
export const failureSchema = z.object({ error: wireErrorSchema });
