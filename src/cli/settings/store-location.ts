import type { StoreLocation } from "../../store/store.ts";
import type { Settings } from "./settings.ts";

/** Returns the location of the store in the settings. */
export function storeLocation({ dataDir, store }: Pick<Settings, "dataDir" | "store">): StoreLocation {
  return { dataDir: dataDir.value, store: store.value };
}
