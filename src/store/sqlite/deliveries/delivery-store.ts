import { existsSync } from "node:fs";
import { join } from "node:path";
import type { DeliveryStore, StoreLocation } from "../../store.ts";
import { deliveriesFile } from "./deliveries-file.ts";
import { openDeliveryReader } from "./delivery-reader.ts";

/**
 * Creates the store of deliveries: `deliveries.db` in the data directory, and its index `search.db`. Code
 * that writes is loaded on first use, so that a command that only reads does not load it.
 */
export function openDeliveryStore({ dataDir }: StoreLocation): DeliveryStore {
  return {
    exists: async () => existsSync(join(dataDir, deliveriesFile.name)),
    openLog: async (logger) => (await import("./delivery-log.ts")).openDeliveryLog(dataDir, logger),
    openReader: () => openDeliveryReader(dataDir),
    follow: () => ({ caughtUp: Promise.resolve(), close: async () => undefined }),
    backup: async (file, options) => (await import("./damage/backup.ts")).backupLog(dataDir, file, options),
  };
}
