import { existsSync, rmSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Logger } from "../../model/logger.ts";
import { byteSize } from "../../text/numbers.ts";
import { keepPrivate, makeDataDir } from "../data-dir.ts";
import { StoreDamagedError, StoreFullError } from "../errors.ts";
import { copyDatabase } from "./copy-database.ts";
import { assertHealthy, clearSuspicion } from "./health.ts";
import { assertKnownVersion, migrate, type Migration, schemaVersion } from "./migrate.ts";
import { openAlone, openExisting } from "./open-existing.ts";
import { salvage, type Repair } from "./salvage.ts";
import { listSetAside, setAside, setAsideApart, type SetAsideFile, type SetAsideKind } from "./set-aside.ts";
import { isDamage, storeError } from "./sqlite-error.ts";

/** Up to this size a file is written anew when it is opened. */
const rewrittenBytes = 64 * 1024 * 1024;

export interface DatabaseFile {
  /** Inside the data directory: `deliveries.db`. */
  readonly name: string;
  /** What it is called once it is set aside. */
  readonly kind: SetAsideKind;
  /** What is lost with it, for a person: `the log of deliveries`. */
  readonly holds: string;
  readonly migrations: readonly Migration[];
  readonly repair: Repair;
  /** Reads the id of the data, which detects a WAL of another file. */
  readonly identify?: (db: DatabaseSync) => string;
  /** Much is removed from it in time: it can be made smaller then. */
  readonly shrinks?: boolean;
  /** Commits that leave a WAL of this many bytes copy it into the file, as far as that was not done. */
  readonly walBytes: number;
}

/**
 * Opens (and makes, and migrates) a database as its writer, and hands it to `use`, whose reads count as part of the opening.
 * A damaged file is set aside under another name, and what can still be read of it is in the new one.
 * @param logger gets a line for each of both
 * @throws {StoreUnwritableError | StoreVersionError | StoreFullError | StoreBusyError | StoreIoError}
 */
export async function openWriter<T>(
  dataDir: string,
  file: DatabaseFile,
  use: (db: DatabaseSync) => T,
  logger?: Logger,
): Promise<T> {
  makeDataDir(dataDir);
  const path = join(dataDir, file.name);
  if (file.identify !== undefined && hasWalOfAnother(path, file.identify)) {
    const kept = setAsideApart(path, Date.now());
    logger?.warn(
      `${path} and the WAL beside it are of different logs: both were set aside, as ${kept.join(" and ")}`,
    );
  }
  try {
    return await open(dataDir, file, use, logger);
  } catch (error) {
    if (!(isDamage(error) || error instanceof StoreDamagedError)) throw storeError(error, path);
    logger?.warn(`${path}, which holds ${file.holds}, is damaged: ${error.message}`);
    setAside(path, Date.now());
    clearSuspicion(path);
  }
  try {
    return await open(dataDir, file, use, logger);
  } catch (error) {
    throw storeError(error, path);
  }
}

async function open<T>(
  dataDir: string,
  { name, kind, migrations, repair, shrinks = false, walBytes }: DatabaseFile,
  use: (db: DatabaseSync) => T,
  logger: Logger | undefined,
): Promise<T> {
  const path = join(dataDir, name);
  const existed = existsSync(path);
  const db = new DatabaseSync(path, { timeout: 5000 });
  try {
    if (!existed) keepPrivate(path);
    configureNew(db, shrinks && !existed);
    const damaged = schemaVersion(db) === 0 ? newestSetAside(dataDir, kind) : undefined;
    if (damaged !== undefined) {
      const recovered = salvage(db, dataDir, damaged.path, migrations, repair);
      logger?.warn(`${damaged.path} was set aside. ${recovered}`);
    }
    configureWriter(db, walBytes);
    if (existed) assertHealthy(db, path);
    await keepCopyBefore(db, migrations, path);
    migrate(db, migrations, path);
    if (shrinks && existed) allowShrinking(db, path);
    return use(db);
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Whether the log of the file alone is another than that of the file with its WAL; SQLite would mix the two, unasked. */
function hasWalOfAnother(path: string, identify: (db: DatabaseSync) => string): boolean {
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) === 0 || !existsSync(path))
    return false;
  const alone = idBy(() => openAlone(path), identify);
  return alone !== null && alone !== idBy(() => openExisting(path), identify);
}

/** Null where it cannot be read. */
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

/** A copy of an older version stays this long, in milliseconds, for whoever has to go back. */
const keepCopyMs = 7 * 86_400_000;

/**
 * Copies a file that is about to be migrated to `<name>.before-v<N>.db` beside it, and removes the copies of earlier migrations once they
 * are a week old.
 * @throws {StoreVersionError | StoreFullError} there is no room for the copy
 */
async function keepCopyBefore(
  db: DatabaseSync,
  migrations: readonly Migration[],
  path: string,
): Promise<void> {
  const version = schemaVersion(db);
  const newest = migrations.at(-1)?.version ?? 0;
  assertKnownVersion(version, migrations, path);
  const stem = join(dirname(path), basename(path, ".db"));
  for (let older = 1; older <= newest; older += 1) {
    const copy = `${stem}.before-v${older}.db`;
    const madeAtMs = statSync(copy, { throwIfNoEntry: false })?.mtimeMs;
    if (madeAtMs !== undefined && Date.now() - madeAtMs > keepCopyMs) rmSync(copy);
  }
  if (version === 0 || version === newest) return;
  const copy = `${stem}.before-v${newest}.db`;
  const wanted = databaseBytes(path);
  const { bavail, bsize } = statfsSync(dirname(path));
  if (bavail * bsize < wanted) {
    throw new StoreFullError({
      what: `${path} cannot be brought to version ${newest}`,
      why: `there is no room for the copy that is made before, of ${byteSize(wanted)}`,
      hint: "Free some space on its disk",
    });
  }
  await copyDatabase(db, copy);
}

function databaseBytes(path: string): number {
  return [path, `${path}-wal`].reduce(
    (sum, each) => sum + (statSync(each, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/** One that no database has followed yet: its rows are to be brought over. */
function newestSetAside(dataDir: string, kind: SetAsideKind): SetAsideFile | undefined {
  return listSetAside(dataDir).findLast((file) => file.kind === kind);
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
function configureNew(db: DatabaseSync, shrinks: boolean): void {
  db.exec("PRAGMA page_size = 8192");
  if (shrinks) db.exec("PRAGMA auto_vacuum = INCREMENTAL");
}

function configureWriter(db: DatabaseSync, walBytes: number): void {
  db.exec(`
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA journal_size_limit = ${walBytes};
    PRAGMA cache_size = -16000;
    PRAGMA temp_store = MEMORY;
  `);
  const pageBytes = Number(db.prepare("PRAGMA page_size").get()?.["page_size"]);
  db.exec(`PRAGMA wal_autocheckpoint = ${Math.ceil(walBytes / pageBytes)}`);
}
