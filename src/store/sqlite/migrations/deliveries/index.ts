import type { Migration } from "../../migrate.ts";
import { firstTables } from "./0001-first-tables.ts";
import { retention } from "./0002-retention.ts";

/** All versions of deliveries.db, oldest first. */
export const deliveriesMigrations: readonly Migration[] = [firstTables, retention];
