import type { StoreLocation } from "../../store/store.ts";
import type { Settings } from "./settings.ts";

/** Returns the location of the store in the settings. */
export function storeLocation({
  dataDir,
  store,
  deliveries,
}: Pick<Settings, "dataDir" | "store" | "deliveries">): StoreLocation {
  const historyMs = deliveries.since.value;
  return { dataDir: dataDir.value, store: store.value, ...(historyMs !== null && { historyMs }) };
}
