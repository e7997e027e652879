import { z } from "zod";
import { webhookSchema } from "../model/webhook-wire.ts";

/** The answers of a hub's API, with only what we read in them required. */
export const webhookListAnswer = z.array(webhookSchema);

export const webhookAnswer = z.looseObject({ webhook: webhookSchema });

export const whoamiAnswer = z.looseObject({ name: z.string().min(1), fullname: z.string().nullish() });

export const triggerAnswer = z.looseObject({
  dispatches: z.array(z.looseObject({ id: z.number(), webhookId: z.string(), overQuota: z.boolean() })),
});

/** The real Hub answers the status alone; a local hub 0 where there was no answer, and why. */
export const replayAnswer = z.looseObject({
  status: z.number(),
  error: z.string().nullish(),
  jobRun: z.string().nullish(),
});

/** How a local hub is told from any other. */
export const healthAnswer = z.looseObject({ name: z.literal("hooklens"), version: z.string() });
