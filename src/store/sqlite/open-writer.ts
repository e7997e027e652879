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
  /** Commits that leave a WAL of this many bytes copy it into the file, as far as that was not done. */
  readonly walBytes: number;
}

/**
 * Opens (and makes, and migrates) a database as its writer, and hands it to `use`, whose reads count as part of the opening.
 * A damaged file is kept aside under another name and reported; the next call begins a new one.
 * @throws {StoreDamagedError | StoreUnwritableError | StoreVersionError | StoreFullError | StoreBusyError}
 */
export function openWriter<T>(
  dataDir: string,
  { name, holds, migrations, shrinks = false, walBytes }: DatabaseFile,
  use: (db: DatabaseSync) => T,
): T {
  makeDataDir(dataDir);
  const file = join(dataDir, name);
  const existed = existsSync(file);
  let db: DatabaseSync | null = null;
  try {
    db = new DatabaseSync(file, { timeout: 5000 });
    if (!existed) keepPrivate(file);
    configureWriter(db, { walBytes, shrinks: shrinks && !existed });
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
 * Measured with rows of 1 kB in transactions of 32: pages of 8 kB write a fifth more rows a second than those of 4 kB. The size of pages
 * has to be set before anything else that makes the file: an existing one keeps what it has. Room for shrinking costs appends one or two
 * of a hundred.
 */
function configureWriter(
  db: DatabaseSync,
  { walBytes, shrinks }: { readonly walBytes: number; readonly shrinks: boolean },
): void {
  db.exec(`
    PRAGMA page_size = 8192;
    ${shrinks ? "PRAGMA auto_vacuum = INCREMENTAL;" : ""}
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = ${walBytes};
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
  `);
  const pageBytes = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  db.exec(`PRAGMA wal_autocheckpoint = ${Math.ceil(walBytes / pageBytes)}`);
}
