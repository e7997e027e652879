import { z } from "zod";
import { missReasons } from "../model/missed-webhook.ts";
import { hubActivitySchema } from "../model/webhook-activity-wire.ts";
import { webhookSchema } from "../model/webhook.ts";

// Schemas of a hub's responses. Only fields in use are required.
export const webhookListResponse = z.array(webhookSchema);

export const webhookResponse = z.looseObject({ webhook: webhookSchema });

export const whoamiResponse = z.looseObject({
  name: z.string().min(1),
  fullname: z.string().nullish(),
  orgs: z.array(z.looseObject({ name: z.string() })).nullish(),
});

export const triggerResponse = z.looseObject({
  dispatches: z.array(z.looseObject({ id: z.number(), webhookId: z.string(), overQuota: z.boolean() })),
});

export const triggerPreviewResponse = z.looseObject({
  preview: z.looseObject({
    payload: z.record(z.string(), z.unknown()),
    reached: z.array(z.looseObject({ webhookId: z.string(), overQuota: z.boolean() })),
    missed: z.array(z.looseObject({ webhookId: z.string(), reason: z.enum(missReasons) })),
    others: z.number(),
  }),
});

export const activitiesResponse = z.looseObject({
  activities: z.array(hubActivitySchema),
  cursor: z.string(),
  more: z.boolean(),
});

/**
 * Response to a replay. The Hub returns only the status; a local hub without a response returns 0 and an
 * error.
 */
export const replayResponse = z.looseObject({
  status: z.number(),
  error: z.string().nullish(),
  jobRun: z.string().nullish(),
});

/** Response to the retry of all waiting dispatches of a webhook. */
export const hastenedResponse = z.looseObject({ hastened: z.number() });

/** Response that identifies a local hub. */
export const healthResponse = z.looseObject({ name: z.literal("hooklens"), version: z.string() });
