import type { SQLInputValue } from "node:sqlite";
import { z } from "zod";
import { watchedItemSchema } from "../../../model/webhook-wire.ts";
import type { StoredWebhook } from "../../webhook-registry.ts";
import type { Row } from "../rows.ts";

// Made once: making a schema costs many times what using it does, and every attempt reads its webhook.
const watchedListSchema = z.array(watchedItemSchema);
const domainListSchema = z.array(z.string());

/** Lists are kept as JSON text, flags as 0 and 1. */
const webhookRowSchema = z.object({
  id: z.string(),
  account: z.string(),
  url: z.string().nullable(),
  job_source_id: z.string().nullable(),
  watched: z.string().transform((text) => watchedListSchema.parse(JSON.parse(text))),
  domains: z.string().transform((text) => domainListSchema.parse(JSON.parse(text))),
  secret: z.string().nullable(),
  disabled: z.number(),
  suspended: z.number(),
  created_at: z.string(),
  version: z.number(),
});

export function webhookFromRow(row: Row): StoredWebhook {
  const { job_source_id, created_at, disabled, suspended, ...same } = webhookRowSchema.parse(row);
  return {
    ...same,
    jobSourceId: job_source_id,
    disabled: disabled === 1,
    suspended: suspended === 1,
    createdAt: created_at,
  };
}

/** Named parameters for every column of `webhooks` but `place`. */
export function webhookToRow(webhook: StoredWebhook): Record<string, SQLInputValue> {
  return {
    id: webhook.id,
    account: webhook.account,
    url: webhook.url,
    job_source_id: webhook.jobSourceId,
    watched: JSON.stringify(webhook.watched),
    domains: JSON.stringify(webhook.domains),
    secret: webhook.secret,
    disabled: webhook.disabled ? 1 : 0,
    suspended: webhook.suspended ? 1 : 0,
    created_at: webhook.createdAt,
    version: webhook.version,
  };
}
