import type { Migration } from "../../migrate.ts";

/** Indexes that find the replays and the duplicates of a delivery, of which a log has few. */
export const relations: Migration = {
  version: 7,
  sql: `
    CREATE INDEX replays ON deliveries (replay_of, seq) WHERE replay_of IS NOT NULL;
    CREATE INDEX duplicates ON deliveries (duplicate_of, seq) WHERE duplicate_of IS NOT NULL;
  `,
};
