import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkDatabase } from "../sqlite/check-database.ts";
import { openBookmarks } from "../sqlite/deliveries/bookmarks.ts";
import { deliveriesFile } from "../sqlite/deliveries/deliveries-file.ts";
import { openDeliveryReader } from "../sqlite/deliveries/delivery-reader.ts";
import { openSqliteStore } from "../sqlite/sqlite-store.ts";
import type { DeliveryStore, Store, StoreLocation } from "../store.ts";
import { type NatsAddress, parseNatsAddress } from "./address.ts";
import { projectionDir } from "./projection/directory.ts";
import { followLog } from "./projection/follow-log.ts";

/**
 * Creates a store on NATS servers: the log and its queue of forwards. Locks, bookmarks and the local hub are in the data
 * directory, as those of the default store.
 * @throws {UsageError} the address is invalid
 */
export function openNatsStore(location: StoreLocation): Store {
  const { dataDir } = location;
  const address = parseNatsAddress(location.store);
  const dir = projectionDir(dataDir, address);
  const local = openSqliteStore({ ...location, store: "sqlite" });
  return {
    ...local,
    deliveries: deliveriesOf(location, address, dir),
    bookmarks: openBookmarks(dir),
    async openAdmin() {
      const { openNatsAdmin } = await import("./admin.ts");
      const { openNatsLog } = await import("./open-log.ts");
      return openNatsAdmin({ dataDir, address, openLog: (scratch) => openNatsLog(location, scratch) });
    },
    async checkHealth() {
      const files = await local.checkHealth();
      return [
        checkDatabase(dir, deliveriesFile),
        ...files.filter(({ name }) => name !== deliveriesFile.name),
      ];
    },
  };
}

/** Creates the store of deliveries. Code that writes is loaded on first use. */
function deliveriesOf(location: StoreLocation, address: NatsAddress, dir: string): DeliveryStore {
  return {
    exists: async () => existsSync(join(dir, deliveriesFile.name)),
    openLog: async (logger) => (await import("./open-log.ts")).openNatsLog(location, address, logger),
    openReader: () => openDeliveryReader(dir),
    follow: (options) => followLog(location, options),
    backup: async (file, options) =>
      (await import("../sqlite/deliveries/damage/backup.ts")).backupLog(dir, file, options),
  };
}
