import type { Migration } from "../../migrate.ts";

/** Position in the journal up to which the tables were written. Version 4 drops it. */
export const journal: Migration = {
  version: 3,
  sql: `
    ALTER TABLE log ADD COLUMN journal_generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE log ADD COLUMN journal_offset INTEGER NOT NULL DEFAULT 0;
  `,
};
