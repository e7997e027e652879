import type { Migration } from "../../migrate.ts";

/**
 * For a log that is pruned and holds large bodies: `bodies` has those once for each content (see large-bodies.ts), `contents.body` is empty
 * there. A row with `dedupe_within` (milliseconds) has a key that counts only so long; NULL: for ever. `keys_swept_to` is up to which row the
 * keys of removed rows are gone from `dedupe_keys` too. Old rows stay as they were written.
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
