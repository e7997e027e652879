import type { DatabaseFile } from "../open-writer.ts";
import { repairLog } from "./damage/repair-log.ts";
import { logIdOf } from "./log-totals.ts";
import { deliveriesVersions } from "./schema.ts";

export const deliveriesFile: DatabaseFile = {
  name: "deliveries.db",
  kind: "log",
  holds: "the log of deliveries",
  migrations: deliveriesVersions,
  repair: repairLog,
  identify: logIdOf,
  shrinks: true,
  // Checkpoints run in the background from 8 MiB on (see search/checkpoints.ts).
  walBytes: 32 * 1024 * 1024,
};
