import { jobsTables } from "../../jobs-table.ts";
import type { Migration } from "../../migrate.ts";

/**
 * `watch_keys` has one row for each watched item of each *enabled* webhook, so that the cost of finding the
 * webhooks of an event grows with the matches. `place` orders webhooks by creation and is not reused.
 */
export const firstTables: Migration = {
  version: 1,
  sql: `
    CREATE TABLE webhooks (
      place INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      url TEXT,
      job_source_id TEXT,
      watched TEXT NOT NULL,
      domains TEXT NOT NULL,
      secret TEXT,
      disabled INTEGER NOT NULL,
      suspended INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      version INTEGER NOT NULL
    );
    CREATE INDEX webhooks_of_account ON webhooks (account);

    CREATE TABLE watch_keys (
      type TEXT NOT NULL,
      name TEXT NOT NULL,
      webhook INTEGER NOT NULL REFERENCES webhooks (place) ON DELETE CASCADE,
      PRIMARY KEY (type, name, webhook)
    ) WITHOUT ROWID;
    CREATE INDEX watch_keys_of_webhook ON watch_keys (webhook);

    ${jobsTables}
  `,
};
