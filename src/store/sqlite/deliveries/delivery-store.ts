import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeliveryStore, StoreLocation } from "../../store.ts";
import { deliveriesFile } from "./deliveries-file.ts";
import { openDeliveryReader } from "./delivery-reader.ts";

/**
 * Keeps deliveries in `deliveries.db` of the data directory, and their index in `search.db`. A command that only reads loads none of the code
 * that writes.
 */
export function openDeliveryStore({ dataDir }: StoreLocation): DeliveryStore {
  return {
    exists: async () => existsSync(join(dataDir, deliveriesFile.name)),
    openLog: async (logger) => (await import("./delivery-log.ts")).openDeliveryLog(dataDir, logger),
    openReader: () => openDeliveryReader(dataDir),
    backup: async (file, options) => (await import("./damage/backup.ts")).backupLog(dataDir, file, options),
  };
}
