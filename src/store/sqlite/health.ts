import { lstatSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StoreDamagedError } from "../errors.ts";
import { damagedHint } from "./sqlite-error.ts";

/**
 * Maximum size of a file that is always checked completely, in bytes; the check takes some tens of
 * milliseconds.
 */
const wholeCheckBytes = 32 * 1024 * 1024;

/**
 * Checks a file when it is opened. A crash does not damage a file in WAL mode, but a failing disk or another
 * program can damage any page. Small files are checked completely. A large file is checked completely only if
 * a statement has found damage since the last check (`reportDamage`); otherwise only its header and schema
 * are read. Damage that a later call finds rejects that call with StoreDamagedError.
 * @throws {StoreDamagedError}
 * @throws SQLite's error if the header or the schema is damaged
 */
export function assertHealthy(db: DatabaseSync, file: string): void {
  const suspect = isSuspect(file);
  if (!suspect && statSync(file).size > wholeCheckBytes) {
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return;
  }
  const finding = db.prepare(`PRAGMA ${suspect ? "integrity_check" : "quick_check"}(1)`).get();
  const verdict = String(Object.values(finding ?? {})[0]);
  if (verdict !== "ok")
    throw new StoreDamagedError({ what: `${file} is damaged`, why: verdict, hint: damagedHint });
  clearSuspicion(file);
}

/**
 * Creates a marker beside a database that a statement found damaged, so that the next opening checks it
 * completely.
 */
export function reportDamage(file: string): void {
  try {
    writeFileSync(
      suspicionOf(file),
      "A statement found this database damaged; the next start checks all of it.\n",
      { mode: 0o600, flag: "wx" },
    );
  } catch {
    // The marker exists, or the disk is full or read-only: the error of the caller is more useful.
  }
}

/** Returns true if a statement has found damage since the last check. */
export function isSuspect(file: string): boolean {
  return lstatSync(suspicionOf(file), { throwIfNoEntry: false })?.isFile() === true;
}

export function clearSuspicion(file: string): void {
  if (isSuspect(file)) rmSync(suspicionOf(file), { force: true });
}

function suspicionOf(file: string): string {
  return `${file}.suspect`;
}
