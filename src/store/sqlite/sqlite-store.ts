import { makeDataDir } from "../data-dir.ts";
import type { Store, StoreLocation } from "../store.ts";
import { checkDatabase } from "./check-database.ts";
import { openBookmarks } from "./deliveries/bookmarks.ts";
import { deliveriesFile } from "./deliveries/deliveries-file.ts";
import { openDeliveryStore } from "./deliveries/delivery-store.ts";
import { makeRoomToStart } from "./deliveries/disk-space/reserve.ts";
import { hubFile } from "./hub/hub-file.ts";
import { fileLocks } from "./locks.ts";
import { describeSetAside, listSetAside } from "./set-aside.ts";

/** Creates a store in SQLite databases of the data directory. */
export function openSqliteStore(location: StoreLocation): Store {
  const { dataDir } = location;
  return {
    deliveries: openDeliveryStore(location),
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
