import { deliveriesMigrations } from "./migrations/deliveries/index.ts";
import { hubMigrations } from "./migrations/hub/index.ts";
import type { DatabaseFile } from "./open-writer.ts";

export const deliveriesFile: DatabaseFile = {
  name: "deliveries.db",
  holds: "the log of deliveries",
  migrations: deliveriesMigrations,
  shrinks: true,
};

export const hubFile: DatabaseFile = {
  name: "hub.db",
  holds: "the local hub's webhooks and queue",
  migrations: hubMigrations,
};
