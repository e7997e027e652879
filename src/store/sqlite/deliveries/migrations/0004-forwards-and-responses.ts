import { jobsTables } from "../../jobs-table.ts";
import type { Migration } from "../../migrate.ts";

/**
 * `schema_valid` is NULL if no body was read; it is a new column, because SQLite before 3.53 cannot drop NOT
 * NULL. `responses` has rows for deliveries with a stored response or console lines. `jobs` is the queue of
 * forwards: the lane of a job is the seq of its delivery. The columns of the journal are dropped, and the
 * keys of duplicates are in search.db (see search/duplicates.ts).
 */
export const forwardsAndResponses: Migration = {
  version: 4,
  sql: `
    ALTER TABLE log DROP COLUMN journal_generation;
    ALTER TABLE log DROP COLUMN journal_offset;
    ALTER TABLE log DROP COLUMN keys_sealed_to;
    ALTER TABLE log DROP COLUMN keys_swept_to;
    DROP TABLE dedupe_keys;

    ALTER TABLE deliveries ADD COLUMN judged_valid INTEGER;
    UPDATE deliveries SET judged_valid = schema_valid WHERE outcome <> 'rejected' OR sha256 IS NOT NULL;
    ALTER TABLE deliveries DROP COLUMN schema_valid;
    ALTER TABLE deliveries RENAME COLUMN judged_valid TO schema_valid;
    ALTER TABLE deliveries ADD COLUMN reason TEXT;

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
  `,
};
