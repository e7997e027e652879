import type { Migration } from "../../migrate.ts";

/**
 * `watch_keys` is what an event is matched by: one row for each watched item of each *enabled* webhook, so that finding what an event
 * fires costs what it finds. `place` orders webhooks by creation and is never used twice.
 *
 * A job is `later` until it is due, then `ready`, `leased` while somebody has it (`due_at` is then the end of the lease), `held` while
 * its lane is, `dead` when it was given up. `ready` is a state of its own so that the oldest of many due jobs is found by one index.
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

    CREATE TABLE jobs (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      lane TEXT NOT NULL,
      body TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      state TEXT NOT NULL CHECK (state IN ('later', 'ready', 'leased', 'held', 'dead'))
    );
    CREATE INDEX jobs_by_due ON jobs (state, due_at);
    CREATE INDEX jobs_ready ON jobs (id, lane) WHERE state = 'ready';
    CREATE INDEX jobs_of_lane ON jobs (lane, state);

    CREATE TABLE held_lanes (lane TEXT PRIMARY KEY) WITHOUT ROWID;
  `,
};
