import { statSync } from "node:fs";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { type Migration, runSteps, schemaVersion } from "./migrate.ts";
import { openFinished } from "./open-existing.ts";
import type { Row } from "./rows.ts";
import { isUnreadable } from "./sqlite-error.ts";

/** No row takes less of a file than this, so that a file bounds how many rows above the highest readable key it ever had. */
const leastRowBytes = 128;

/** Derived from other tables, and dropped by a later migration. */
const notCopied = "dedupe_keys";

/** A damaged database after its rows were copied. */
export interface Damaged {
  readonly db: DatabaseSync;
  /** There may have been so many keys above the highest that was found; 0: that is the highest. */
  readonly unseenKeys: number;
}

/**
 * Puts right what rows say of each other after some of them were lost.
 * @returns what was recovered and what is missing, for a person: `180 deliveries were recovered, 20 are missing`
 */
export type Repair = (db: DatabaseSync, dataDir: string, damaged: Damaged) => string;

/**
 * Fills a new, empty database with what can still be read of a damaged one, which stays as it is. All in one transaction: a crash
 * leaves the new file empty, and the next start does it again.
 * @param repair runs on the newest version of the tables
 * @returns what `repair` says
 * @throws SQLite's error for the new file, as when the disk is full
 */
export function salvage(
  db: DatabaseSync,
  dataDir: string,
  file: string,
  migrations: readonly Migration[],
  repair: Repair,
): string {
  const damaged = openFinished(file);
  db.exec("PRAGMA foreign_keys = OFF; BEGIN IMMEDIATE");
  try {
    // First the tables as they were in the damaged file, so that what has changed since is done to its rows too.
    const newest = migrations.at(-1)?.version ?? 0;
    const version = readOr(() => schemaVersion(damaged), 0);
    const then = version > 0 && version < newest ? version : newest;
    runSteps(
      db,
      migrations.filter((step) => step.version <= then),
    );
    const tables = tablesOf(db).filter((table) => table !== notCopied);
    const isWhole = tables.map((table) => copyTable(damaged, db, table));
    copySequences(damaged, db);
    runSteps(db, migrations);
    const unseenKeys = isWhole.includes(false) ? Math.ceil(sizeOf(file) / leastRowBytes) : 0;
    const said = repair(db, dataDir, { db: damaged, unseenKeys });
    db.exec("COMMIT");
    return said;
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  } finally {
    db.exec("PRAGMA foreign_keys = ON");
    damaged.close();
  }
}

/** What reads, or something else where a damaged page is in the way. */
export function readOr<T, U>(read: () => T, otherwise: U): T | U {
  try {
    return read();
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return otherwise;
  }
}

/** The names of a table's columns; none where there is no such table. */
export function columnsOf(db: DatabaseSync, table: string): readonly string[] {
  return db
    .prepare("SELECT name FROM pragma_table_info(?)")
    .all(table)
    .map(({ name }) => String(name));
}

/** Inserts a row by the names of its columns, NULL for those it has not; one that is there, or breaks a constraint, is left out. */
export function prepareInsert(db: DatabaseSync, table: string): (row: Row) => void {
  const columns = columnsOf(db, table);
  const insert = db.prepare(
    `INSERT OR IGNORE INTO ${table} (${columns.map((name) => `"${name}"`).join(", ")})
     VALUES (${columns.map(() => "?").join(", ")})`,
  );
  return (row) => void insert.run(...columns.map((name): SQLInputValue => row[name] ?? null));
}

/**
 * The lowest and the highest integer key of a table, or bounds of what of it can be read; `first` is above `last` in an empty one.
 * @returns `isWhole`: `last` is the highest key there ever was
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

/** Jumps as far ahead as a row can still be found, until none can. */
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

function tablesOf(db: DatabaseSync): readonly string[] {
  return db
    .prepare(
      "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'",
    )
    .all()
    .map(({ name }) => String(name));
}

/** @returns whether its highest key is known */
function copyTable(damaged: DatabaseSync, db: DatabaseSync, table: string): boolean {
  const insert = prepareInsert(db, table);
  const insertAll = (sql: string, ...params: number[]): void => {
    for (const row of damaged.prepare(sql).iterate(...params)) insert(row);
  };
  const { wr } = db.prepare("SELECT wr FROM pragma_table_list WHERE name = ?").get(table) ?? {};
  const first = db.prepare("SELECT name, type FROM pragma_table_info(?) WHERE pk = 1").get(table);
  const key = wr === 0 ? "rowid" : String(first?.["name"]);
  if (wr === 1 && first?.["type"] !== "INTEGER") {
    // From both ends up to the damage: these tables are small, and there is nothing between two keys.
    for (const order of ["ASC", "DESC"]) {
      readOr(() => insertAll(`SELECT * FROM ${table} ORDER BY "${key}" ${order}`), undefined);
    }
    return true;
  }
  const { first: low, last: high, isWhole } = keyRange(damaged, table, key);
  bisect(low, high, (from, to) => insertAll(`SELECT * FROM ${table} WHERE ${key} BETWEEN ? AND ?`, from, to));
  return isWhole;
}

/** Ids that were given are not given again, also those of rows that are gone. */
function copySequences(damaged: DatabaseSync, db: DatabaseSync): void {
  // Only where a table has AUTOINCREMENT.
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

/** Below a lost page that leads to millions of keys, asking for each of them would take minutes and find nothing. */
const mostFailures = 200_000;

/**
 * Calls `take` for a range of integer keys, both ends included, and where that meets a damaged page for each half of it, down to single
 * keys. Larger ranges come first.
 * @param take does a range whole or, when it throws, not at all
 * @returns how many keys lie in ranges that cannot be read, whether or not there ever was a row
 * @throws what `take` throws that is not damage
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
        if (low === high || failures > mostFailures) {
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
