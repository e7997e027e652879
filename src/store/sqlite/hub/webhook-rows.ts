import type { SQLInputValue } from "node:sqlite";
import { type StoredWebhook, storedWebhookSchema } from "../../../model/webhook.ts";
import type { Row } from "../rows.ts";

/** Lists are stored as JSON, flags as 0 and 1. */
export function webhookFromRow(row: Row): StoredWebhook {
  return storedWebhookSchema.parse({
    ...row,
    jobSourceId: row["job_source_id"],
    watched: JSON.parse(String(row["watched"])),
    domains: JSON.parse(String(row["domains"])),
    disabled: row["disabled"] === 1,
    suspended: row["suspended"] === 1,
    createdAt: row["created_at"],
  });
}

/** Returns named parameters for the columns of `webhooks` except `place`. */
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
