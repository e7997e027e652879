import type { Migration } from "../../migrate.ts";

/** `last_run` is the run of the Job that a webhook started last, whose end follows its attempt. */
export const lastRuns: Migration = {
  version: 8,
  sql: `
    ALTER TABLE webhook_sending ADD COLUMN last_run TEXT;
    UPDATE webhook_sending SET last_run = (
      SELECT id FROM job_runs WHERE trigger ->> '$.webhookId' = webhook_sending.webhook ORDER BY place DESC LIMIT 1)
    WHERE webhook IN (SELECT trigger ->> '$.webhookId' FROM job_runs);
  `,
};
