import type { Migration } from "../../migrate.ts";

/**
 * `webhook_hours` counts the dispatches and attempts of a webhook by hour and event, and `webhook_sending` has
 * its last attempt, so that the activity of thousands of webhooks is read without their attempts.
 */
export const webhookHours: Migration = {
  version: 6,
  sql: `
    CREATE TABLE webhook_hours (
      webhook TEXT NOT NULL,
      hour INTEGER NOT NULL,
      scope TEXT NOT NULL,
      action TEXT NOT NULL,
      dispatches INTEGER NOT NULL DEFAULT 0,
      attempts INTEGER NOT NULL DEFAULT 0,
      failed INTEGER NOT NULL DEFAULT 0,
      PRIMARY KEY (webhook, hour, scope, action)
    ) WITHOUT ROWID;
    INSERT INTO webhook_hours (webhook, hour, scope, action, dispatches, attempts, failed)
      SELECT webhook, at / 3600000, scope, action, sum(dispatches), sum(attempts), sum(failed) FROM (
        SELECT webhook, created_at AS at, scope, action, 1 AS dispatches, 0 AS attempts, 0 AS failed FROM dispatches
        UNION ALL SELECT d.webhook, a.started_at, d.scope, d.action, 0, 1,
          NOT (a.error IS NULL AND (a.status IS NULL OR a.status BETWEEN 200 AND 299))
        FROM dispatch_attempts AS a JOIN dispatches AS d ON d.id = a.dispatch)
      WHERE at > (unixepoch() - 86400) * 1000 GROUP BY 1, 2, 3, 4;

    ALTER TABLE webhook_sending ADD COLUMN last_at INTEGER;
    ALTER TABLE webhook_sending ADD COLUMN last_status INTEGER;
    ALTER TABLE webhook_sending ADD COLUMN last_error TEXT;
    ALTER TABLE webhook_sending ADD COLUMN last_ok INTEGER NOT NULL DEFAULT 0;
    INSERT INTO webhook_sending (webhook, last_at, last_status, last_error, last_ok)
      SELECT webhook, max(last_at), last_status, last_error,
        last_error IS NULL AND (last_status IS NULL OR last_status BETWEEN 200 AND 299)
      FROM dispatches WHERE last_at IS NOT NULL GROUP BY webhook
      ON CONFLICT DO UPDATE SET last_at = excluded.last_at, last_status = excluded.last_status,
        last_error = excluded.last_error, last_ok = excluded.last_ok;
  `,
};
