import { z } from "zod";
import { outcomes } from "../../model/delivery.ts";
import { wireErrorSchema } from "../../model/error-wire.ts";
import type { Pruned } from "../../store/ports.ts";
import type { ReceiverUpdate, ReplayResult } from "../client.ts";
import type { ImportedFile } from "../import-deliveries.ts";

/** One line of `GET /updates`. */
export const updateSchema: z.ZodType<ReceiverUpdate> = z.object({
  seq: z.number(),
  revision: z.number(),
  changes: z.number(),
});

/** The body of `POST /replay`. */
export const replaySchema = z.object({
  seq: z.int().positive(),
  to: z.string().optional(),
  withSecret: z.boolean().optional(),
});

/** The answer of `POST /replay`. */
export const replayResultSchema: z.ZodType<ReplayResult> = z.object({
  seq: z.number(),
  outcome: z.enum(outcomes),
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

/** The body of `POST /import`. */
export const importSchema = z.object({ file: z.string() });

/** The answer of `POST /import`. */
export const importedSchema: z.ZodType<ImportedFile> = z.object({
  imported: z.number(),
  skipped: z.number(),
  unreadable: z.number(),
  file: z.string(),
});

/** The body of `POST /tunnel/open`; its answer is the tunnel's state. */
export const openTunnelSchema = z.object({ choice: z.string().optional() });

/** The body of `POST /forward`. */
export const forwardSchema = z.object({ target: z.string().nullable() });

/** The answer of what has nothing to tell but that it is done. */
export const doneSchema = z.object({});

/** The answer where something went wrong. */
export const failureSchema = z.object({ error: wireErrorSchema });
