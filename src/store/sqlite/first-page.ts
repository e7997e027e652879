import { closeSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { type Migration, runSteps } from "./migrate.ts";
import { openFinished } from "./open-existing.ts";

/** Files were made with pages of 4 KiB before. */
const pageSizes = [8192, 4096] as const;

/** Of the first page, where its b-tree begins: a leaf has all of the schema on this page. */
const leafAt = 100;
const leaf = 0x0d;

/**
 * Gives a copy of a database that has lost its first page, and with it where its tables are, the first page of a new database with the same
 * tables. SQLite keeps the first pages of tables at the front of a file that can shrink (`auto_vacuum`), in the order in which
 * the tables were made, so that they are where they are in the new one.
 * @param isRight whether a copy with this page reads as what it is to be
 * @returns false: no version's page fits; the copy is of no use
 */
export function mendFirstPage(
  copy: string,
  migrations: readonly Migration[],
  isRight: (db: DatabaseSync) => boolean,
): boolean {
  return migrations
    .toReversed()
    .flatMap(({ version }) => pageSizes.map((bytes) => ({ version, bytes })))
    .some(({ version, bytes }) => {
      const steps = migrations.filter((step) => step.version <= version);
      const page = firstPageOf(`${copy}.new`, steps, bytes);
      if (page[leafAt] !== leaf) return false;
      // Over what is there.
      writeFileSync(copy, page, { flag: "r+" });
      return reads(copy, isRight);
    });
}

function firstPageOf(file: string, steps: readonly Migration[], bytes: number): Uint8Array {
  rmSync(file, { force: true });
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA page_size = ${bytes}; PRAGMA auto_vacuum = INCREMENTAL`);
  runSteps(db, steps);
  db.close();
  const page = new Uint8Array(bytes);
  const handle = openSync(file, "r");
  readSync(handle, page, 0, bytes, 0);
  closeSync(handle);
  rmSync(file);
  const view = new DataView(page.buffer);
  // As in WAL mode, without a list of free pages, and with no word on how many pages there are: they are counted.
  page.fill(2, 18, 20);
  page.fill(0, 32, 40);
  view.setUint32(24, 1);
  view.setUint32(92, 0);
  return page;
}

function reads(file: string, isRight: (db: DatabaseSync) => boolean): boolean {
  const db = openFinished(file);
  try {
    return isRight(db);
  } catch {
    return false;
  } finally {
    db.close();
  }
}
