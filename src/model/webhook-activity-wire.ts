import { z } from "zod";
import { jobStages } from "./job.ts";

/** Run that a webhook or a dispatch started, in a local hub's response. */
export const lastRunSchema = z.object({
  id: z.string(),
  stage: z.enum(jobStages),
  message: z.string().nullable(),
  at: z.string(),
});

/** Webhook activity in a local hub's response: a `WebhookActivity` without its source. */
export const hubActivitySchema = z.object({
  webhookId: z.string(),
  hours: z.array(z.object({ hour: z.int(), attempts: z.int(), failed: z.int() })).readonly(),
  last: z
    .object({
      at: z.string(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      location: z.string().optional(),
      target: z.string().optional(),
      ok: z.boolean(),
      durationMs: z.number().nullable().default(null),
    })
    .nullable(),
  run: lastRunSchema.nullable().default(null),
  failures: z.int(),
  failingSince: z.string().nullable(),
  waiting: z.int(),
  nextAttemptAt: z.string().nullable(),
  held: z.int(),
  triggers: z.object({ used: z.int(), limit: z.int() }).nullable(),
  events: z.record(z.string(), z.int()),
});
