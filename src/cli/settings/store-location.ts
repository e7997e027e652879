import { statSync } from "node:fs";
import { describeStore } from "../../engine/stores.ts";
import { UsageError } from "../../model/errors.ts";
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

/**
 * Checks that an explicitly named data directory exists, for a command that only reads it. The default directory, and
 * the copy of a remote log, may not exist yet.
 * @throws {UsageError}
 */
export function assertDataDirExists({ dataDir, store }: Pick<Settings, "dataDir" | "store">): void {
  if (dataDir.source === "default" || describeStore(store.value).isElsewhere || !isMissing(dataDir.value))
    return;
  throw new UsageError({
    what: `there is no data directory ${dataDir.value}`,
    why: dataDir.from,
    hint: "Check the path; hooklens receive and hooklens hub create a data directory",
  });
}

/** Returns true if a path does not exist. For inaccessible parents returns false: opening the path reports them. */
function isMissing(path: string): boolean {
  try {
    statSync(path);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOENT";
  }
}
