import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { errorText } from "../../model/errors.ts";
import type { Logger } from "../../model/logger.ts";
import { plural } from "../../text/numbers.ts";
import { keepPrivate, makeDataDir } from "../data-dir.ts";
import { StoreDamagedError } from "../errors.ts";
import { statFile } from "../file-error.ts";
import { assertHealthy, clearSuspicion } from "./health.ts";
import { assertKnownVersion, assertOwn, migrate, type Migration, schemaVersion } from "./migrate.ts";
import { openAlone, openExisting } from "./open-existing.ts";
import { salvage, type Repair } from "./salvage.ts";
import { listSetAside, setAside, setAsideApart, type SetAsideKind } from "./set-aside.ts";
import { isDamage, lacksTables, storeError } from "./sqlite-error.ts";
import { copyWal, lostTransactions } from "./wal-loss.ts";

/** Maximum size of a file that is rewritten when it is opened, in bytes. */
const rewrittenBytes = 64 * 1024 * 1024;

/** Database file of a data directory. */
export interface DatabaseFile {
  /** Name in the data directory: `deliveries.db`. */
  readonly name: string;
  /** Kind of the file when it is set aside. */
  readonly kind: SetAsideKind;
  /** Description of the content for the user: `the log of deliveries`. */
  readonly holds: string;
  readonly migrations: readonly Migration[];
  readonly repair: Repair;
  /** Returns the ID of the data, which detects a WAL of another file. */
  readonly identify?: (db: DatabaseSync) => string;
  /**
   * True if the file can shrink, because many of its rows are removed over time.
   * @default false
   */
  readonly shrinks?: boolean;
  /** Size of the WAL from which a commit checkpoints, in bytes. */
  readonly walBytes: number;
}

/**
 * Opens a database as its writer, creates and migrates it if necessary, and passes it to `use`. If the file
 * is damaged, also if only `use` finds the damage, it is set aside, and its readable rows are copied to a new
 * file.
 * @param logger receives a line for a file that was set aside, and one for what was recovered
 * @param replaceDamaged false to leave a damaged file as it is, for commands that read
 * @throws {StoreUnwritableError | StoreVersionError | StoreFullError | StoreBusyError | StoreIoError}
 * @throws {StoreDamagedError} if `replaceDamaged` is false
 */
export async function openWriter<T>(
  dataDir: string,
  file: DatabaseFile,
  use: (db: DatabaseSync) => T,
  logger?: Logger,
  replaceDamaged = true,
): Promise<T> {
  makeDataDir(dataDir);
  const path = join(dataDir, file.name);
  if (replaceDamaged && file.identify !== undefined && hasWalOfAnother(path, file.identify)) {
    const kept = setAsideApart(path, Date.now());
    logger?.warn(
      `${path} and its WAL belong to different logs: both were set aside, as ${kept.join(" and ")}`,
    );
  }
  try {
    return await open(dataDir, file, use, logger);
  } catch (error) {
    const why = damageOf(error);
    if (why === null || !replaceDamaged) throw storeError(error, path);
    logger?.warn(`${path}, which holds ${file.holds}, is damaged: ${why}`);
    setAside(path, Date.now());
    clearSuspicion(path);
  }
  try {
    return await open(dataDir, file, use, logger);
  } catch (error) {
    throw storeError(error, path);
  }
}

/** Returns the reason for a damaged file; null if the error has another cause. */
function damageOf(error: unknown): string | null {
  if (error instanceof StoreDamagedError) return error.why ?? error.what;
  return isDamage(error) || lacksTables(error) ? errorText(error) : null;
}

async function open<T>(
  dataDir: string,
  { name, kind, migrations, repair, shrinks = false, walBytes }: DatabaseFile,
  use: (db: DatabaseSync) => T,
  logger: Logger | undefined,
): Promise<T> {
  const path = join(dataDir, name);
  const existed = statFile(path) !== undefined;
  if (existed) assertKnown(path, migrations);
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    if (!existed) keepPrivate(path);
    configureNew(db, shrinks && !existed);
    if (existed) reportLostTransactions(db, path, logger);
    const salvaged =
      schemaVersion(db) === 0 ? salvage(db, dataDir, setAsideOf(dataDir, kind), migrations, repair) : null;
    if (salvaged !== null) logger?.warn(`${salvaged.file} was set aside. ${salvaged.summary}`);
    configureWriter(db, walBytes);
    if (existed) assertHealthy(db, path);
    migrate(db, migrations, path);
    if (shrinks && existed) allowShrinking(db, path);
    return use(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Checks the version of a file without a writer, which would change a file of another version. */
function assertKnown(path: string, migrations: readonly Migration[]): void {
  using db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  assertOwn(db, path);
  assertKnownVersion(db, migrations, path);
}

function reportLostTransactions(db: DatabaseSync, path: string, logger: Logger | undefined): void {
  const lost = lostTransactions(db, path);
  if (lost === 0) return;
  logger?.warn(
    `${path}-wal is damaged: ${plural(lost, "transaction")} behind the damage ${lost === 1 ? "is" : "are"} lost. It was copied to ${copyWal(path, Date.now())}`,
  );
}

/** Returns true if the WAL belongs to another file, which SQLite would apply without an error. */
function hasWalOfAnother(path: string, identify: (db: DatabaseSync) => string): boolean {
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
  // The opening of a named pipe would not return.
  if (wal === 0 || statFile(path) === undefined) return false;
  const alone = idBy(() => openAlone(path), identify);
  return alone !== null && alone !== idBy(() => openExisting(path), identify);
}

/** Returns the ID of the data; null if it cannot be read. */
function idBy(connect: () => DatabaseSync, identify: (db: DatabaseSync) => string): string | null {
  let db: DatabaseSync | null = null;
  try {
    db = connect();
    return identify(db);
  } catch {
    return null;
  } finally {
    db?.close();
  }
}

/** Returns the set-aside files of a kind, oldest first; a new database gets their rows. */
function setAsideOf(dataDir: string, kind: SetAsideKind): readonly string[] {
  return listSetAside(dataDir).flatMap((file) => (file.kind === kind ? [file.path] : []));
}

/** Rewrites a small file without `auto_vacuum`, so that it can shrink; takes less than a second. */
function allowShrinking(db: DatabaseSync, file: string): void {
  const { auto_vacuum: mode } = db.prepare("PRAGMA auto_vacuum").get() ?? {};
  if (mode === 0 && statSync(file).size <= rewrittenBytes)
    db.exec("PRAGMA auto_vacuum = INCREMENTAL; VACUUM");
}

/**
 * Sets the page size and `auto_vacuum`, which must precede any other write to a new file. With pages of 8 kB,
 * 20 % more rows of 1 kB are written per second than with 4 kB, in transactions of 32 rows. `auto_vacuum`
 * slows down appends by 1 to 2 %.
 */
function configureNew(db: DatabaseSync, shrinks: boolean): void {
  db.exec("PRAGMA page_size = 8192");
  if (shrinks) db.exec("PRAGMA auto_vacuum = INCREMENTAL");
}

function configureWriter(db: DatabaseSync, walBytes: number): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = ${walBytes};
    PRAGMA cache_size = -4000;
    PRAGMA temp_store = MEMORY;
  `);
  const pageBytes = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  db.exec(`PRAGMA wal_autocheckpoint = ${Math.ceil(walBytes / pageBytes)}`);
}
