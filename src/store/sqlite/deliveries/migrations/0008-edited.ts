import type { Migration } from "../../migrate.ts";

/** `edited` is 1 for a replay whose headers or body were edited, else NULL. */
export const edited: Migration = {
  version: 8,
  sql: "ALTER TABLE deliveries ADD COLUMN edited INTEGER;",
};
