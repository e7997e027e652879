import type { Migration } from "../../migrate.ts";

/**
 * Summaries of blocks of 1,024 seqs, with which a query skips blocks without a match (see summary/). A row of
 * `blocks` has the extremes of its rows; `block_values` has the values of its fields, and may have more, since
 * values of removed and changed rows stay. A block without a row in `blocks` is not summarized; the trigger
 * makes that of a block that changes late. `deliveries_by_outcome` counts deliveries of a period.
 */
export const summaries: Migration = {
  version: 5,
  sql: `
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
      BEGIN DELETE FROM blocks WHERE block = new.seq >> 10; END;
    CREATE INDEX deliveries_by_outcome ON deliveries (outcome, received_at);
  `,
};
