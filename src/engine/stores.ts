import { UsageError } from "../model/errors.ts";
import type { Store, StoreLocation } from "../store/store.ts";

type OpenStore = (location: StoreLocation) => Store;

/**
 * Implementations by the scheme of `--store`, loaded on first use. No other file imports an implementation.
 */
const implementations: Readonly<Record<string, () => Promise<OpenStore>>> = {
  sqlite: async () => (await import("../store/sqlite/sqlite-store.ts")).openSqliteStore,
};

/** Default value of `--store`. */
export const defaultStore = "sqlite";

/** Schemes that `--store` accepts. */
export const storeSchemes: readonly string[] = Object.keys(implementations);

/** Returns the scheme of a `--store` value: `nats` of `nats://127.0.0.1:4222`. */
export function storeScheme(store: string): string {
  return store.split(":", 1)[0] ?? "";
}

/**
 * Opens the store of a location.
 * @throws {UsageError} the scheme is unknown
 */
export async function openStore(location: StoreLocation): Promise<Store> {
  const scheme = storeScheme(location.store);
  const load = Object.hasOwn(implementations, scheme) ? implementations[scheme] : undefined;
  if (load === undefined) {
    throw new UsageError({
      what: `there is no store "${location.store}"`,
      hint: `Use ${storeSchemes.join(", ")}`,
    });
  }
  return (await load())(location);
}
