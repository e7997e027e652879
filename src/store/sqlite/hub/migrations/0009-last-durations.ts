import type { Migration } from "../../migrate.ts";

/** `last_duration` is that of the last attempt, in milliseconds; NULL until the next one. */
export const lastDurations: Migration = {
  version: 9,
  sql: "ALTER TABLE webhook_sending ADD COLUMN last_duration INTEGER;",
};
