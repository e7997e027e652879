import type { Migration } from "../../migrate.ts";

/** For a log that is written through a journal: everything before this place of it is in the tables (see store/journal). */
export const journal: Migration = {
  version: 3,
  sql: `
    ALTER TABLE log ADD COLUMN journal_generation INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE log ADD COLUMN journal_offset INTEGER NOT NULL DEFAULT 0;
  `,
};
