import type { Migration } from "../../migrate.ts";

/** For a log that was written through a journal: how far of it was in the tables. Dropped by version 4. */
export const journal: Migration = {
  version: 3,
  sql: `
    ALTER TABLE log ADD COLUMN journal_generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE log ADD COLUMN journal_offset INTEGER NOT NULL DEFAULT 0;
  `,
};
