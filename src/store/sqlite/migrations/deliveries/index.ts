import type { Migration } from "../../migrate.ts";
import { firstTables } from "./0001-first-tables.ts";

/** All versions of deliveries.db, oldest first. */
export const deliveriesMigrations: readonly Migration[] = [firstTables];
