import { UsageError } from "../model/errors.ts";
import { parseNatsAddress } from "../store/nats/address.ts";
import type { Store, StoreLocation } from "../store/store.ts";

type OpenStore = (location: StoreLocation) => Store;

/** Parts of a `--store` value for persons and logs. */
export interface StoreDescription {
  /** The value without credentials. */
  readonly shown: string;
  /** True if the data are on other machines. */
  readonly isElsewhere: boolean;
  /** Texts in the value that must not be shown. */
  readonly secrets: readonly string[];
}

interface StoreKind {
  /** Form of the address after the scheme; empty for a store without one. */
  readonly address: string;
  /** Loads the implementation, on first use. */
  load(): Promise<OpenStore>;
  /** Checks the address in a value. @throws {UsageError} the message names the part, and no secret */
  describe(store: string): StoreDescription;
}

const nats: StoreKind = {
  address: "://HOST:PORT",
  load: async () => (await import("../store/nats/nats-store.ts")).openNatsStore,
  describe(store) {
    const { shown, password } = parseNatsAddress(store);
    return { shown, isElsewhere: true, secrets: password === null ? [] : [password] };
  },
};

/**
 * Implementations by the scheme of `--store`. No other file imports an implementation; this one only imports the parser
 * of addresses before it is needed.
 */
const kinds: Readonly<Record<string, StoreKind>> = {
  sqlite: {
    address: "",
    load: async () => (await import("../store/sqlite/sqlite-store.ts")).openSqliteStore,
    describe(store) {
      if (store === "sqlite") return { shown: store, isElsewhere: false, secrets: [] };
      throw new UsageError({
        what: "the store sqlite has an address",
        why: "it is in the data directory",
        hint: "Use --store sqlite, and choose its directory with --data-dir",
      });
    },
  },
  nats,
  tls: nats,
};

/** Default value of `--store`. */
export const defaultStore = "sqlite";

/** Values that `--store` accepts: a scheme, and the form of its address if it has one. */
export const storeForms: readonly string[] = Object.entries(kinds).map(
  ([scheme, { address }]) => scheme + address,
);

/**
 * Checks a value of `--store` without opening the store.
 * @throws {UsageError} the scheme is unknown, or its address is invalid
 */
export function describeStore(store: string): StoreDescription {
  return kindOf(store).describe(store);
}

/**
 * Opens the store of a location.
 * @throws {UsageError} the scheme is unknown, or its address is invalid
 */
export async function openStore(location: StoreLocation): Promise<Store> {
  const kind = kindOf(location.store);
  kind.describe(location.store);
  return (await kind.load())(location);
}

function kindOf(store: string): StoreKind {
  const [scheme = ""] = store.split(":", 1);
  const kind = Object.hasOwn(kinds, scheme) ? kinds[scheme] : undefined;
  if (kind !== undefined) return kind;
  throw new UsageError({
    // The rest may contain a password.
    what: `there is no store "${scheme}"`,
    hint: `Use ${storeForms.join(", ")}`,
  });
}
