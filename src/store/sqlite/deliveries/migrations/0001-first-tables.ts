import type { Migration } from "../../migrate.ts";

/**
 * `deliveries` has the columns of lists, filters and counts; `contents` has headers and bodies, so that no
 * scan reads them. `log` has one row: the ID of the log, the results of pruning, and the row up to which keys
 * are in `dedupe_keys`. Seqs are assigned without gaps, so the number of rows is the highest seq minus
 * `removed`, and an append need not maintain a count.
 */
export const firstTables: Migration = {
  version: 1,
  sql: `
    CREATE TABLE log (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      log_id TEXT NOT NULL,
      pruned_to INTEGER NOT NULL DEFAULT 0,
      removed INTEGER NOT NULL DEFAULT 0,
      keys_sealed_to INTEGER NOT NULL DEFAULT 0
    );
    INSERT INTO log (id, log_id) VALUES (1, lower(hex(randomblob(16))));

    CREATE TABLE deliveries (
      seq INTEGER PRIMARY KEY,
      received_at INTEGER NOT NULL,
      route TEXT,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      remote TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      sha256 TEXT,
      scope TEXT,
      action TEXT,
      repo_type TEXT,
      repo_name TEXT,
      webhook_id TEXT,
      auth TEXT NOT NULL,
      outcome TEXT NOT NULL,
      schema_valid INTEGER NOT NULL,
      status INTEGER,
      duration_ms REAL,
      replay_of INTEGER,
      duplicate_of INTEGER,
      dedupe_key TEXT
    );
    CREATE INDEX rejected_deliveries ON deliveries (seq) WHERE outcome = 'rejected';
    CREATE INDEX pending_deliveries ON deliveries (seq) WHERE outcome = 'pending';

    CREATE TABLE dedupe_keys (
      hash INTEGER NOT NULL,
      seq INTEGER NOT NULL,
      PRIMARY KEY (hash, seq)
    ) WITHOUT ROWID;

    CREATE TABLE contents (
      seq INTEGER PRIMARY KEY,
      headers TEXT NOT NULL,
      body BLOB NOT NULL
    );

    CREATE TABLE attempts (
      seq INTEGER NOT NULL,
      number INTEGER NOT NULL,
      target TEXT NOT NULL,
      started_at TEXT NOT NULL,
      status INTEGER,
      error TEXT,
      duration_ms REAL NOT NULL,
      PRIMARY KEY (seq, number)
    ) WITHOUT ROWID;
  `,
};
