import type { Migration } from "../../migrate.ts";

/**
 * Prepares a log for pruning and large bodies. `bodies` has each large body once (see large-bodies.ts);
 * `contents.body` is empty for them. `dedupe_within` is the validity of a row's key in milliseconds; NULL is
 * unlimited. `keys_swept_to` is the row up to which `dedupe_keys` has no keys of removed rows. Old rows are
 * not changed.
 */
export const retention: Migration = {
  version: 2,
  sql: `
    CREATE TABLE bodies (
      id INTEGER PRIMARY KEY,
      sha256 BLOB NOT NULL UNIQUE,
      coding TEXT NOT NULL,
      data BLOB NOT NULL
    );
    ALTER TABLE contents ADD COLUMN body_id INTEGER;
    CREATE INDEX contents_with_large_body ON contents (body_id, seq) WHERE body_id IS NOT NULL;

    ALTER TABLE deliveries ADD COLUMN dedupe_within INTEGER;
    ALTER TABLE log ADD COLUMN keys_swept_to INTEGER NOT NULL DEFAULT 0;

    ALTER TABLE attempts ADD COLUMN reply_headers TEXT;
    ALTER TABLE attempts ADD COLUMN reply_body BLOB;
  `,
};
