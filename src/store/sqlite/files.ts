import { deliveriesMigrations } from "./migrations/deliveries/index.ts";
import type { DatabaseFile } from "./open-writer.ts";

export const deliveriesFile: DatabaseFile = {
  name: "deliveries.db",
  holds: "the log of deliveries",
  migrations: deliveriesMigrations,
};
