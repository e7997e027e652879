import { z } from "@hono/zod-openapi";
import { domains } from "../../model/event.ts";
import { knownWatchedTypes } from "../../model/watched-item.ts";
import {
  checkTarget,
  ownerFields,
  type StoredWebhook,
  suspendedAfterFailure,
  watchedItemSchema,
} from "../../model/webhook.ts";
import type { StoredJobSpec } from "../../store/job-records.ts";
import { jobSpecResponse } from "../jobs/job-wire.ts";
import { jobSpecResponseSchema } from "./job-schemas.ts";

const example = { type: "dataset", name: "me/corpus" };

const watchedItem = z
  .object({ ...watchedItemSchema.shape, type: z.enum(knownWatchedTypes) })
  .openapi("NewWatchedItem", { example });

/**
 * Watched item of a response. Any type is accepted: old webhooks may have types that requests no longer
 * accept.
 */
const watchedItemResponse = z.object(watchedItemSchema.shape).openapi("WatchedItem", { example });

/** Python clients before 2026-03 send null for an absent value (huggingface_hub #3866). */
const nullAsAbsent = <Schema extends z.ZodType>(schema: Schema) =>
  schema.nullish().transform((value) => value ?? undefined);

/** Schema of an inline Job, which is rejected; null counts as absent. */
const noInlineJob = z
  .unknown()
  .refine((job) => job === null || job === undefined, {
    error: 'is not allowed: send the ID of a source Job in "jobSourceId"',
  })
  .optional();

const { url, jobSourceId, domains: domainList, secret } = ownerFields;
const optionalFields = {
  url: nullAsAbsent(url),
  domains: nullAsAbsent(domainList),
  secret: nullAsAbsent(secret),
  job: noInlineJob,
};

export const createSchema = z
  .object({ watched: z.array(watchedItem), jobSourceId: nullAsAbsent(jobSourceId), ...optionalFields })
  .check(checkTarget)
  .openapi("NewWebhook");

export const updateSchema = z
  .object({ watched: nullAsAbsent(z.array(watchedItem)), ...optionalFields })
  .openapi("WebhookUpdate");

export const webhookResponseSchema = z
  .object({
    id: z.string(),
    url: z.string().optional(),
    job: jobSpecResponseSchema.partial().extend({ id: z.string() }).optional(),
    jobSourceId: z.string().optional(),
    watched: z.array(watchedItemResponse),
    domains: z.array(z.string()),
    secret: z.string().optional(),
    disabled: z.union([z.boolean(), z.literal(suspendedAfterFailure)]),
    createdAt: z.string(),
    held: z
      .literal(true)
      .optional()
      .openapi({ description: "Present while a person holds its dispatches; the Hub has no such field" }),
  })
  .openapi("Webhook");

export type WebhookResponse = z.output<typeof webhookResponseSchema>;

/**
 * Converts a webhook to the format of the Hub's API, with exactly one of `url` and `job`. `secret` is in
 * clear text, as on the Hub, and absent if there is none.
 * @param job spec of the source Job; null if there is none
 */
export function toWire(webhook: StoredWebhook, job: StoredJobSpec | null): WebhookResponse {
  const { id, url, jobSourceId, secret, suspended, disabled } = webhook;
  return {
    id,
    ...(url === null ? {} : { url }),
    // The `job` of a source Job that no longer exists contains only its id.
    ...(jobSourceId === null
      ? {}
      : { job: { id: jobSourceId, ...(job === null ? {} : jobSpecResponse(job)) }, jobSourceId }),
    watched: [...webhook.watched],
    // The Hub lists all domains if none was chosen.
    domains: webhook.domains.length === 0 ? [...domains] : [...webhook.domains],
    ...(secret === null ? {} : { secret }),
    disabled: suspended ? suspendedAfterFailure : disabled,
    createdAt: webhook.createdAt,
    ...(webhook.held ? { held: true as const } : {}),
  };
}
