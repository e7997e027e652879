import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { StoreClosedError, StoreVersionError } from "../../errors.ts";
import { statFile } from "../../file-error.ts";
import { reportDamage } from "../health.ts";
import { assertKnownVersion, assertOwn, schemaVersion } from "../migrate.ts";
import { hasSharedMemory, openExisting } from "../open-existing.ts";
import { isDamage, storeError } from "../sqlite-error.ts";
import { deliveriesFile } from "./deliveries-file.ts";

/** Read-only connection that reopens a replaced file. */
export interface ReadConnection {
  /**
   * Runs a query on deliveries.db, reopening it if the file was replaced or set aside.
   * @returns `empty` if the file does not exist yet or has no tables yet
   * @throws {StoreDamagedError | StoreVersionError | StoreClosedError}
   */
  read<T>(ask: (db: DatabaseSync) => T, empty: T): T;
  close(): void;
}

/** Creates a connection to the log of a data directory; it opens the file on demand. */
export function createReadConnection(dataDir: string): ReadConnection {
  const file = join(dataDir, deliveriesFile.name);
  let open: { readonly db: DatabaseSync; readonly inode: bigint } | null = null;
  let closed = false;

  function disconnect(): void {
    open?.db.close();
    open = null;
  }

  function connect(): DatabaseSync | null {
    const inode = statFile(file)?.ino;
    // A file without -shm was opened as immutable and does not show later rows.
    if (open !== null && open.inode === inode && hasSharedMemory(file)) return open.db;
    disconnect();
    if (inode === undefined) return null;
    const db = openExisting(file);
    open = { db, inode };
    try {
      assertReadable(db);
    } catch (error) {
      disconnect();
      throw error;
    }
    if (schemaVersion(db) > 0) return db;
    disconnect();
    return null;
  }

  function assertReadable(db: DatabaseSync): void {
    const { migrations } = deliveriesFile;
    assertOwn(db, file);
    assertKnownVersion(db, migrations, file);
    const version = schemaVersion(db);
    if (version === 0 || version === migrations.at(-1)?.version) return;
    throw new StoreVersionError({
      what: `${file} was written by an older hooklens`,
      hint: "Run hooklens receive on this directory once to migrate the file",
    });
  }

  return {
    read(ask, empty) {
      if (closed) throw new StoreClosedError({ what: `${file} is closed`, hint: "Open it again" });
      try {
        const db = connect();
        return db === null ? empty : ask(db);
      } catch (error) {
        if (isDamage(error)) reportDamage(file);
        throw storeError(error, file);
      }
    },
    close() {
      closed = true;
      disconnect();
    },
  };
}
