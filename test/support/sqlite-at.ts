import type { StoreLocation } from "../../src/store/store.ts";

/** Creates a data directory whose store is SQLite. */
export function sqliteAt(dataDir: string): StoreLocation {
  return { dataDir, store: "sqlite" };
}
