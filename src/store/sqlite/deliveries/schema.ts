import { jobsTables } from "../jobs-table.ts";
import type { Migration } from "../migrate.ts";
import { eventColumns, findEvents } from "./events.ts";

/**
 * `deliveries` has the columns of lists, filters and counts; `contents` has headers and bodies, so that no scan reads
 * them. Seqs are assigned without gaps, so the number of rows is the highest seq minus `removed`, and an append need not
 * maintain a count. `schema_valid` is NULL if no body was read, `edited` is 1 or NULL. `dedupe_within` is the validity of
 * a row's key in milliseconds; NULL is unlimited.
 *
 * `log` has one row: the ID of the log and the results of pruning. `bodies` has each large body once (see
 * large-bodies.ts); `contents.body` is empty for them. `responses` has rows for deliveries with a stored response or
 * console lines. `jobs` is the queue of forwards: the lane of a job is the seq of its delivery. `replays` and
 * `duplicates` find related deliveries, of which a log has few.
 *
 * `blocks` summarizes blocks of 1,024 seqs, with which a query skips blocks without a match (see summary/). A row has
 * the extremes of its deliveries; `block_values` has the values of their fields, and may have more, since values of
 * removed and changed rows stay. A block without a row in `blocks` is not summarized; the trigger makes that of a block
 * that changes late.
 */
const tables = `
    CREATE TABLE log (
      id INTEGER PRIMARY KEY CHECK (id = 1),
      log_id TEXT NOT NULL,
      pruned_to INTEGER NOT NULL DEFAULT 0,
      removed INTEGER NOT NULL DEFAULT 0
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
      status INTEGER,
      duration_ms REAL,
      replay_of INTEGER,
      duplicate_of INTEGER,
      dedupe_key TEXT,
      dedupe_within INTEGER,
      schema_valid INTEGER,
      reason TEXT,
      subject TEXT,
      edited INTEGER
    );
    CREATE INDEX rejected_deliveries ON deliveries (seq) WHERE outcome = 'rejected';
    CREATE INDEX pending_deliveries ON deliveries (seq) WHERE outcome = 'pending';
    CREATE INDEX deliveries_by_outcome ON deliveries (outcome, received_at);
    CREATE INDEX replays ON deliveries (replay_of, seq) WHERE replay_of IS NOT NULL;
    CREATE INDEX duplicates ON deliveries (duplicate_of, seq) WHERE duplicate_of IS NOT NULL;

    CREATE TABLE contents (
      seq INTEGER PRIMARY KEY,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      body_id INTEGER
    );
    CREATE INDEX contents_with_large_body ON contents (body_id, seq) WHERE body_id IS NOT NULL;

    CREATE TABLE bodies (
      id INTEGER PRIMARY KEY,
      sha256 BLOB NOT NULL UNIQUE,
      coding TEXT NOT NULL,
      data BLOB NOT NULL
    );

    CREATE TABLE attempts (
      seq INTEGER NOT NULL,
      number INTEGER NOT NULL,
      target TEXT NOT NULL,
      started_at TEXT NOT NULL,
      status INTEGER,
      error TEXT,
      duration_ms REAL NOT NULL,
      reply_headers TEXT,
      reply_body BLOB,
      PRIMARY KEY (seq, number)
    ) WITHOUT ROWID;

    CREATE TABLE responses (
      seq INTEGER PRIMARY KEY,
      "by" TEXT,
      status INTEGER,
      content_type TEXT,
      body BLOB,
      truncated INTEGER,
      console TEXT
    );

    ${jobsTables}
    CREATE INDEX jobs_of_lane ON jobs (lane, state);

    CREATE TABLE blocks (
      block INTEGER PRIMARY KEY,
      first_at INTEGER NOT NULL,
      last_at INTEGER NOT NULL,
      fastest REAL,
      slowest REAL,
      smallest INTEGER NOT NULL,
      largest INTEGER NOT NULL
    );
    CREATE TABLE block_names (
      id INTEGER PRIMARY KEY,
      field TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (field, name)
    );
    CREATE TABLE block_values (
      name_id INTEGER NOT NULL,
      block INTEGER NOT NULL,
      PRIMARY KEY (name_id, block)
    ) WITHOUT ROWID;
    CREATE INDEX values_of_block ON block_values (block);
    CREATE TRIGGER changed_after_summary AFTER UPDATE OF outcome, status, duration_ms, duplicate_of ON deliveries
      WHEN EXISTS (SELECT 1 FROM blocks WHERE block = new.seq >> 10)
      BEGIN DELETE FROM blocks WHERE block = new.seq >> 10; END;`;

/** Versions of deliveries.db. The first is 8: files of lower versions were never released. */
export const deliveriesVersions: readonly Migration[] = [
  { version: 8, sql: tables },
  { version: 9, sql: eventColumns + findEvents },
  // The outcome `superseded`, which earlier builds take for damage.
  { version: 10, sql: "" },
];
