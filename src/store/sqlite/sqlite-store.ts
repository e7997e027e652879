import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeDataDir } from "../data-dir.ts";
import type { Store, StoreLocation } from "../store.ts";
import { checkDatabase } from "./check-database.ts";
import { openBookmarks } from "./deliveries/bookmarks.ts";
import { deliveriesFile } from "./deliveries/deliveries-file.ts";
import { openDeliveryReader } from "./deliveries/delivery-reader.ts";
import { makeRoomToStart } from "./deliveries/disk-space/reserve.ts";
import { hubFile } from "./hub/hub-file.ts";
import { fileLocks } from "./locks.ts";
import { describeSetAside, listSetAside } from "./set-aside.ts";

/**
 * Creates a store in SQLite databases of the data directory: `deliveries.db` with its index `search.db`, and `hub.db`.
 * Code that writes is loaded on first use, so that a command that only reads does not load it.
 */
export function openSqliteStore({ dataDir }: StoreLocation): Store {
  return {
    deliveries: {
      exists: async () => existsSync(join(dataDir, deliveriesFile.name)),
      openLog: async (logger) =>
        (await import("./deliveries/delivery-log.ts")).openDeliveryLog(dataDir, logger),
      openReader: () => openDeliveryReader(dataDir),
      follow: () => ({ caughtUp: Promise.resolve(), close: async () => undefined }),
      backup: async (file, options) =>
        (await import("./deliveries/damage/backup.ts")).backupLog(dataDir, file, options),
    },
    bookmarks: openBookmarks(dataDir),
    locks: fileLocks(dataDir),
    openHub: async (logger, options) =>
      (await import("./hub/hub-store.ts")).openHubStore(dataDir, logger, options?.replaceDamaged),
    openHubReader: async () => (await import("./hub/hub-reader.ts")).openHubReader(dataDir),
    openAdmin: async () => (await import("./deliveries/admin.ts")).openSqliteAdmin(dataDir),
    async prepare() {
      makeDataDir(dataDir);
      makeRoomToStart(dataDir);
    },
    listSetAside: () => listSetAside(dataDir).map((file) => ({ ...file, ...describeSetAside(file) })),
    checkHealth: async () => [deliveriesFile, hubFile].map((file) => checkDatabase(dataDir, file)),
  };
}
