import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeliveryStore, StoreLocation } from "../../store.ts";
import { backupLog } from "./damage/backup.ts";
import { deliveriesFile } from "./deliveries-file.ts";
import { openDeliveryLog } from "./delivery-log.ts";
import { openDeliveryReader } from "./delivery-reader.ts";

/** Keeps deliveries in `deliveries.db` of the data directory, and their index in `search.db`. */
export function openDeliveryStore({ dataDir }: StoreLocation): DeliveryStore {
  return {
    exists: async () => existsSync(join(dataDir, deliveriesFile.name)),
    openLog: (logger) => openDeliveryLog(dataDir, logger),
    openReader: () => openDeliveryReader(dataDir),
    backup: (file, options) => backupLog(dataDir, file, options),
  };
}
