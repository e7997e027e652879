import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type HooklensError, isHooklensError } from "../../model/errors.ts";
import { StoreDamagedError } from "../errors.ts";
import { statFile } from "../file-error.ts";
import type { FileHealth } from "../store.ts";
import { reportDamage } from "./health.ts";
import { assertKnownVersion, assertOwn, type Migration, runSteps, schemaVersion } from "./migrate.ts";
import type { DatabaseFile } from "./open-writer.ts";
import { columnsOf, tablesOf } from "./salvage.ts";
import { damagedHint, storeError } from "./sqlite-error.ts";

/** Checks all pages of a database of a data directory. Does not create a missing database. */
export function checkDatabase(
  dataDir: string,
  { name, holds, migrations }: Pick<DatabaseFile, "name" | "holds" | "migrations">,
): FileHealth {
  const path = join(dataDir, name);
  let bytes: number | null = null;
  try {
    const found = statFile(path);
    if (found === undefined) return { name, holds, bytes, failure: null };
    // The newest rows are in the WAL.
    bytes = Number(found.size + (statFile(`${path}-wal`)?.size ?? 0n));
    return { name, holds, bytes, failure: failureOf(path, migrations) };
  } catch (cause) {
    const error = storeError(cause, path);
    if (isHooklensError(error)) return { name, holds, bytes, failure: error };
    throw error;
  }
}

function failureOf(path: string, migrations: readonly Migration[]): HooklensError | null {
  using db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  assertOwn(db, path);
  assertKnownVersion(db, migrations, path);
  const verdict = String(Object.values(db.prepare("PRAGMA quick_check(1)").get() ?? {})[0]);
  const found = verdict === "ok" ? missingColumn(db, migrations) : verdict;
  if (found === null) return null;
  // The next start checks a large file completely only then.
  reportDamage(path);
  return new StoreDamagedError({
    what: `${path} is damaged: ${found}`,
    hint: damagedHint,
  });
}

/** Returns which column is missing from the tables of a database's version; null if none is. */
function missingColumn(db: DatabaseSync, migrations: readonly Migration[]): string | null {
  const version = schemaVersion(db);
  using whole = new DatabaseSync(":memory:");
  runSteps(
    whole,
    migrations.filter((step) => step.version <= version),
  );
  const has = new Set(columnNames(db));
  const missing = columnNames(whole).find((column) => !has.has(column));
  return missing === undefined ? null : `it has no ${missing}`;
}

function columnNames(db: DatabaseSync): readonly string[] {
  return tablesOf(db).flatMap((table) => columnsOf(db, table).map((column) => `${table}.${column}`));
}
