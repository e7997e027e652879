import type { Migration } from "../../migrate.ts";

/** `subject` is the change that the payload reports; NULL in rows of older versions. */
export const subject: Migration = {
  version: 6,
  sql: "ALTER TABLE deliveries ADD COLUMN subject TEXT;",
};
