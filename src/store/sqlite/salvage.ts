import { statSync } from "node:fs";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { type Migration, runSteps } from "./migrate.ts";
import { openFinished } from "./open-existing.ts";
import type { Row } from "./rows.ts";
import { isUnreadable, storeError } from "./sqlite-error.ts";

/**
 * Minimum size of a row in a file, in bytes; limits the estimated number of rows above the highest readable
 * key.
 */
const minRowBytes = 128;

/** Damaged database after its rows were copied. */
export interface Damaged {
  readonly db: DatabaseSync;
  /** Maximum number of keys above the highest readable one; 0 if there are none. */
  readonly unseenKeys: number;
}

/**
 * Repairs references between rows after some rows were lost.
 * @returns a summary for the user: `180 deliveries were recovered, 20 are missing`
 */
export type Repair = (db: DatabaseSync, dataDir: string, damaged: Damaged) => string;

/** Result of a copy from damaged databases. */
export interface Salvaged {
  /** The database whose rows were copied; the newest if none has any. */
  readonly file: string;
  /** Result of `repair`. */
  readonly summary: string;
}

/**
 * Copies the readable rows of a damaged database, which is not changed, to a new, empty one. The copy is one
 * transaction: after a crash the new file is empty, and the next start repeats the copy.
 * @param files damaged databases, the newest last; an older one is copied if nothing of the newer ones can be read
 * @returns null if there are no files
 * @throws {StoreUnwritableError} a damaged file cannot be opened
 * @throws SQLite's error if the new file cannot be written
 */
export function salvage(
  db: DatabaseSync,
  dataDir: string,
  files: readonly string[],
  migrations: readonly Migration[],
  repair: Repair,
): Salvaged | null {
  db.exec("PRAGMA foreign_keys = OFF");
  try {
    let unseenKeys = 0;
    const newestFirst = files.toReversed();
    for (const [index, file] of newestFirst.entries()) {
      db.exec("BEGIN IMMEDIATE");
      const damaged = openDamaged(file);
      try {
        const { hasRows, isWhole } = copyRows(damaged, db, migrations);
        if (!isWhole) unseenKeys += Math.ceil(sizeOf(file) / minRowBytes);
        if (hasRows || isWhole || index === newestFirst.length - 1) {
          const summary = repair(db, dataDir, { db: damaged, unseenKeys });
          db.exec("COMMIT");
          return { file: hasRows ? file : (newestFirst[0] ?? file), summary };
        }
      } finally {
        if (db.isTransaction) db.exec("ROLLBACK");
        damaged.close();
      }
    }
    return null;
  } finally {
    db.exec("PRAGMA foreign_keys = ON");
  }
}

function openDamaged(file: string): DatabaseSync {
  try {
    return openFinished(file);
  } catch (error) {
    throw storeError(error, file);
  }
}

/**
 * Creates the newest tables and copies what can be read, inside the caller's transaction.
 * @returns `isWhole` is false if rows above the highest readable key may be lost
 */
function copyRows(
  damaged: DatabaseSync,
  db: DatabaseSync,
  migrations: readonly Migration[],
): { readonly hasRows: boolean; readonly isWhole: boolean } {
  runSteps(db, migrations);
  const tables = tablesOf(db);
  const rowsBefore = totalChanges(db);
  const isWhole = tables.map((table) => copyTable(damaged, db, table));
  const hasRows = totalChanges(db) > rowsBefore;
  copySequences(damaged, db);
  return { hasRows, isWhole: !isWhole.includes(false) };
}

function totalChanges(db: DatabaseSync): number {
  return Number(db.prepare("SELECT total_changes() AS n").get()?.["n"]);
}

/** Returns the result of a read, or a fallback if a page or a table is unreadable. */
export function readOr<T, U>(read: () => T, otherwise: U): T | U {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return otherwise;
  }
}

/** Returns the column names of a table; none if the table does not exist. */
export function columnsOf(db: DatabaseSync, table: string): readonly string[] {
  return db
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => String(name));
}

/**
 * Prepares an insert of rows by column names. Missing columns become NULL. Rows that exist or violate a
 * constraint are skipped.
 */
export function prepareInsert(db: DatabaseSync, table: string): (row: Row) => void {
  const columns = columnsOf(db, table);
  const insert = db.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.map((name) => `"${name}"`).join(", ")})
     VALUES (${columns.map(() => "?").join(", ")})`,
  );
  return (row) => void insert.run(...columns.map((name): SQLInputValue => row[name] ?? null));
}

/**
 * Returns the lowest and the highest integer key of a table; `first` is above `last` if the table is empty.
 * If the lowest key is unreadable, `first` is 1. If the highest key is unreadable, `last` is the highest
 * readable one, and `isWhole` is false.
 */
export function keyRange(
  db: DatabaseSync,
  table: string,
  key: string,
): { readonly first: number; readonly last: number; readonly isWhole: boolean } {
  const end = (which: "min" | "max"): number | null =>
    readOr(() => Number(db.prepare(`SELECT ${which}(${key}) AS n FROM ${table}`).get()?.["n"] ?? 0), null);
  const last = end("max");
  if (last === 0) return { first: 1, last: 0, isWhole: true };
  return { first: end("min") ?? 1, last: last ?? highestReadable(db, table, key), isWhole: last !== null };
}

/**
 * Searches for the highest readable key in jumps from key to key. A jump that finds no readable row is
 * halved.
 */
function highestReadable(db: DatabaseSync, table: string, key: string): number {
  const find = (from: number): Row | undefined =>
    readOr(
      () =>
        db.prepare(`SELECT ${key} AS n FROM ${table} WHERE ${key} >= ? ORDER BY ${key} LIMIT 1`).get(from),
      undefined,
    );
  let highest = 0;
  for (let jump = 2 ** 40; jump >= 1;) {
    const found = find(highest + jump);
    if (found === undefined) jump /= 2;
    else highest = Number(found["n"]);
  }
  return highest;
}

export function tablesOf(db: DatabaseSync): readonly string[] {
  return db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    .all()
    .map(({ name }) => String(name));
}

/** Copies the readable rows of a table. Returns false if rows above the highest readable key may be lost. */
function copyTable(damaged: DatabaseSync, db: DatabaseSync, table: string): boolean {
  const insert = prepareInsert(db, table);
  const insertAll = (sql: string, ...params: number[]): void => {
    for (const row of damaged.prepare(sql).iterate(...params)) insert(row);
  };
  const { wr } = db.prepare("SELECT wr FROM pragma_table_list WHERE name = ?").get(table) ?? {};
  const first = db.prepare("SELECT name, type FROM pragma_table_info(?) WHERE pk = 1").get(table);
  const key = wr === 0 ? "rowid" : String(first?.["name"]);
  if (wr === 1 && first?.["type"] !== "INTEGER") {
    // Reads from both ends up to the damage. These tables are small, and their keys cannot be bisected.
    for (const order of ["ASC", "DESC"]) {
      readOr(() => insertAll(`SELECT * FROM ${table} ORDER BY "${key}" ${order}`), undefined);
    }
    return true;
  }
  const { first: low, last: high, isWhole } = keyRange(damaged, table, key);
  bisect(low, high, (from, to) => insertAll(`SELECT * FROM ${table} WHERE ${key} BETWEEN ? AND ?`, from, to));
  return isWhole;
}

/** Copies the counters of AUTOINCREMENT, so that IDs of removed rows are not reused. */
function copySequences(damaged: DatabaseSync, db: DatabaseSync): void {
  // A database without AUTOINCREMENT does not have `sqlite_sequence`.
  if (![damaged, db].every((each) => readOr(() => columnsOf(each, "sqlite_sequence").length > 0, false)))
    return;
  const highestOf = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = ?");
  for (const { name, seq } of readOr(
    () => damaged.prepare("SELECT name, seq FROM sqlite_sequence").all(),
    [],
  )) {
    const there = highestOf.get(String(name));
    if (Number(there?.["seq"] ?? 0) >= Number(seq)) continue;
    const sql =
      there === undefined
        ? "INSERT INTO sqlite_sequence (seq, name) VALUES (?, ?)"
        : "UPDATE sqlite_sequence SET seq = ? WHERE name = ?";
    db.prepare(sql).run(Number(seq), String(name));
  }
}

function sizeOf(file: string): number {
  return [file, `${file}-wal`].reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  );
}

/**
 * Maximum number of failed reads before ranges are no longer halved: a lost page can lead to millions of
 * keys, and reading each of them takes minutes and finds nothing.
 */
const maxFailures = 200_000;

/**
 * Calls `take` for a range of integer keys, both ends included. If a page is damaged, calls it for each half
 * of the range, down to single keys. Larger ranges come first.
 * @param take processes a range completely or throws
 * @returns the number of unreadable keys, some of which may not have had rows
 * @throws errors of `take` other than damage
 */
export function bisect(from: number, to: number, take: (from: number, to: number) => void): number {
  let ranges: [number, number][] = from <= to ? [[from, to]] : [];
  let lost = 0;
  let failures = 0;
  while (ranges.length > 0) {
    const halves: [number, number][] = [];
    for (const [low, high] of ranges) {
      try {
        take(low, high);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        failures += 1;
        if (low === high || failures > maxFailures) {
          lost += high - low + 1;
          continue;
        }
        const middle = Math.floor((low + high) / 2);
        halves.push([low, middle], [middle + 1, high]);
      }
    }
    ranges = halves;
  }
  return lost;
}
