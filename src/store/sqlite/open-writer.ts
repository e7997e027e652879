import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { StoreDamagedError } from "../errors.ts";
import { keepPrivate, makeDataDir, setAside } from "./data-file.ts";
import { assertHealthy } from "./health.ts";
import { migrate, type Migration } from "./migrate.ts";
import { isDamage, storeError } from "./sqlite-error.ts";

/** Up to this size a file is written anew when it is opened. */
const rewrittenBytes = 64 * 1024 * 1024;

export interface DatabaseFile {
  /** Inside the data directory: `deliveries.db`. */
  readonly name: string;
  /** What is lost with it, for a person: `the log of deliveries`. */
  readonly holds: string;
  readonly migrations: readonly Migration[];
  /** Much is removed from it in time: it can be made smaller then. */
  readonly shrinks?: boolean;
}

/**
 * Opens (and makes, and migrates) a database as its writer, and hands it to `use`, whose reads count as part of the opening.
 * A damaged file is kept aside under another name and reported; the next call begins a new one.
 * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError | StoreBusyError}
 */
export function openWriter<T>(
  dataDir: string,
  { name, holds, migrations, shrinks = false }: DatabaseFile,
  use: (db: DatabaseSync) => T,
): T {
  makeDataDir(dataDir);
  const file = join(dataDir, name);
  const existed = existsSync(file);
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { timeout: 5000 });
    if (!existed) keepPrivate(file);
    // Only before the first table is made; it costs appends one or two of a hundred.
    if (shrinks && !existed) db.exec("PRAGMA auto_vacuum = INCREMENTAL");
    configureWriter(db);
    if (existed) assertHealthy(db, file);
    migrate(db, migrations, file);
    if (shrinks && existed) allowShrinking(db, file);
    return use(db);
  } catch (error) {
    db?.close();
    if (!(isDamage(error) || error instanceof StoreDamagedError)) throw storeError(error, file);
    const kept = setAside(file, Date.now());
    throw new StoreDamagedError({
      what: `${file}, which holds ${holds}, is damaged`,
      why: error.message,
      hint: `It is kept as ${kept}; the next start begins a new file`,
      cause: error,
    });
  }
}

/** A file of an older version keeps no account of who refers to which page; a small one is written anew to have it, in less than a second. */
function allowShrinking(db: DatabaseSync, file: string): void {
  const { auto_vacuum: mode } = db.prepare("PRAGMA auto_vacuum").get() ?? {};
  if (mode === 0 && statSync(file).size <= rewrittenBytes)
    db.exec("PRAGMA auto_vacuum = INCREMENTAL; VACUUM");
}

/**
 * Measured with rows of 1 kB in transactions of 32: pages of 8 kB write a fifth more rows a second than those of 4 kB,
 * and a checkpoint every 16 MB a tenth more than the default of 4 MB, while its pause stays under 15 ms.
 */
function configureWriter(db: DatabaseSync): void {
  db.exec(`
    PRAGMA page_size = 8192;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA wal_autocheckpoint = 2000;
    PRAGMA journal_size_limit = 67108864;
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
  `);
}
