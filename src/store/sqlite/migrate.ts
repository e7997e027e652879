import type { DatabaseSync } from "node:sqlite";
import { StoreDamagedError, StoreVersionError } from "../errors.ts";
import { damagedHint } from "./sqlite-error.ts";

/**
 * Version of the tables of a file, its `user_version`. The first one creates them in an empty file; each later one
 * changes those of the version before it. Must not be edited after its release.
 */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

/** Last build that converts files of older versions to the first versions of deliveries.db and hub.db. */
const convertingBuild = "b83adc62";

/** Returns the schema version of a file; 0 for a new one. */
export function schemaVersion(db: DatabaseSync): number {
  return Number(db.prepare("PRAGMA user_version").get()?.["user_version"] ?? 0);
}

/**
 * Checks that a file is new or has a version of hooklens.
 * @throws {StoreDamagedError} it is the database of another program
 */
export function assertOwn(db: DatabaseSync, file: string): void {
  const version = schemaVersion(db);
  if (version > 0 || (version === 0 && db.prepare("SELECT 1 FROM sqlite_schema").get() === undefined)) return;
  throw new StoreDamagedError({
    what: `${file} is damaged`,
    why: "it is the database of another program",
    hint: damagedHint,
  });
}

/**
 * Checks that a file is new or has a version that this build opens.
 * @throws {StoreVersionError} names the build that opens it
 */
export function assertKnownVersion(db: DatabaseSync, migrations: readonly Migration[], file: string): void {
  const version = schemaVersion(db);
  const oldest = migrations[0]?.version ?? 0;
  const newest = migrations.at(-1)?.version ?? 0;
  if (version > newest) {
    throw new StoreVersionError({
      what: `${file} was written by a newer hooklens`,
      why: `its version is ${version}, the newest known here is ${newest}`,
      hint: "Update hooklens, or choose another directory with --data-dir",
    });
  }
  if (version > 0 && version < oldest) {
    throw new StoreVersionError({
      what: `${file} was written by an older hooklens`,
      why: `its version is ${version}, the oldest known here is ${oldest}`,
      hint: `Open it once with build ${convertingBuild}, which converts it, or choose another directory with --data-dir`,
    });
  }
}

/**
 * Migrates a database to the newest version in one transaction.
 * @throws {StoreVersionError}
 */
export function migrate(db: DatabaseSync, migrations: readonly Migration[], file: string): void {
  assertKnownVersion(db, migrations, file);
  if (schemaVersion(db) === (migrations.at(-1)?.version ?? 0)) return;
  db.exec("BEGIN IMMEDIATE");
  try {
    // Reads the version again under the lock: another process may have migrated in the meantime.
    runSteps(db, migrations);
    db.exec("COMMIT");
  } catch (error) {
    if (db.isTransaction) db.exec("ROLLBACK");
    throw error;
  }
}

/** Runs the remaining migrations inside the caller's transaction. */
export function runSteps(db: DatabaseSync, migrations: readonly Migration[]): void {
  const version = schemaVersion(db);
  for (const step of migrations.filter((migration) => migration.version > version)) {
    db.exec(step.sql);
    db.exec(`PRAGMA user_version = ${step.version}`);
  }
}
