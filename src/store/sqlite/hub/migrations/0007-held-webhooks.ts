import type { Migration } from "../../migrate.ts";

/** `held` tells a webhook that a person holds from one whose lane is held because it is disabled. */
export const heldWebhooks: Migration = {
  version: 7,
  sql: "ALTER TABLE webhooks ADD COLUMN held INTEGER NOT NULL DEFAULT 0;",
};
