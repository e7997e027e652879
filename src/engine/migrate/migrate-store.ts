import type { Logger } from "../../model/logger.ts";
import type { DeliveryReader } from "../../store/delivery-log.ts";
import type { Store, StoreLocation } from "../../store/store.ts";
import { holdRole } from "../roles/hold-role.ts";
import { openStore } from "../stores.ts";
import { type Migrated, type MigrationStage, migrateLog } from "./migrate-log.ts";

export interface MigrationOptions {
  readonly source: StoreLocation;
  /** Location in the same data directory. */
  readonly target: StoreLocation;
  readonly logger: Logger;
}

/** Result of a migration of a whole store. */
export interface MigratedStore extends Migrated {
  /** Deliveries waiting in the source for a forward; the copy does not forward them. */
  readonly waiting: number;
}

/**
 * Copies all deliveries of a store to another one. No receiver of the data directory runs meanwhile; those of other
 * machines may.
 * @throws {RoleHeldError} a receiver runs
 * @throws {HooklensError} one of the stores cannot be used
 */
export async function migrateStore(
  { source, target, logger }: MigrationOptions,
  onProgress: (stage: MigrationStage | "read", deliveries: number) => void,
): Promise<MigratedStore> {
  await using ended = new AsyncDisposableStack();
  const from = await openStore(source);
  const to = await openStore(target);
  await from.prepare();
  await to.prepare();
  const held = await holdRole(target, "receiver");
  ended.defer(() => held.release());
  const waiting = await waitingIn(from);
  const read = (n: number): void => onProgress("read", n);
  const reader = await wholeLog(from, logger, read);
  ended.defer(() => reader.close());
  const log = await to.deliveries.openLog(logger);
  ended.defer(() => log.close());
  const migrated = await migrateLog(
    reader,
    {
      log,
      openReader: () => wholeLog(to, logger, read),
      putBookmarks: (bookmarks) => to.bookmarks.put(bookmarks),
    },
    onProgress,
  );
  return { ...migrated, waiting };
}

async function waitingIn(store: Store): Promise<number> {
  const admin = await store.openAdmin();
  try {
    const { waiting, leased } = (await admin.report(null)).forwards;
    return waiting + (leased ?? 0);
  } finally {
    await admin.close();
  }
}

/** Opens a reader of the whole log as of now; a remote one is read from its beginning. */
async function wholeLog(
  { deliveries }: Store,
  logger: Logger,
  onProgress: (deliveries: number) => void,
): Promise<DeliveryReader> {
  const follower = deliveries.follow({ sinceMs: 0, logger, onProgress });
  try {
    await follower.caughtUp;
  } finally {
    await follower.close();
  }
  return deliveries.openReader();
}
