import { mendHub, mendLog } from "./mend-salvaged.ts";
import { deliveriesMigrations } from "./migrations/deliveries/index.ts";
import { hubMigrations } from "./migrations/hub/index.ts";
import type { DatabaseFile } from "./open-writer.ts";

export const deliveriesFile: DatabaseFile = {
  name: "deliveries.db",
  kind: "log",
  holds: "the log of deliveries",
  migrations: deliveriesMigrations,
  mend: mendLog,
  shrinks: true,
  // Checkpoints run in the background from 8 MiB on (see checkpoints.ts).
  walBytes: 32 * 1024 * 1024,
};

export const hubFile: DatabaseFile = {
  name: "hub.db",
  kind: "hub",
  holds: "the local hub's webhooks and queue",
  migrations: hubMigrations,
  mend: mendHub,
  walBytes: 16 * 1024 * 1024,
};
