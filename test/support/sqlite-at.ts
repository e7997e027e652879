import type { StoreLocation } from "../../src/store/store.ts";

/** A data directory whose store is SQLite. */
export function sqliteAt(dataDir: string): StoreLocation {
  return { dataDir, store: "sqlite" };
}
