import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { StoreDamagedError } from "../errors.ts";

/** Up to this size a file is checked whole at each start: some tens of milliseconds. */
const wholeCheckBytes = 32 * 1024 * 1024;

/**
 * A crash or a kill does not damage a file in WAL mode; a failing disk or another program does, wherever it likes.
 * Reading all of a file of gigabytes at each start would cost more than it finds, so:
 * a small file is checked whole; a large one only when a statement met damage while it ran last (`reportDamage`),
 * otherwise by what its opening reads anyway: header, schema, version. Damage met later ends that call with StoreDamagedError.
 */
export function assertHealthy(db: DatabaseSync, file: string): void {
  const suspect = isSuspect(file);
  if (!suspect && statSync(file).size > wholeCheckBytes) {
    db.prepare("SELECT count(*) FROM sqlite_schema").get();
    return;
  }
  const finding = db.prepare(`PRAGMA ${suspect ? "integrity_check" : "quick_check"}(1)`).get();
  const verdict = String(Object.values(finding ?? {})[0]);
  clearSuspicion(file);
  if (verdict !== "ok") throw new StoreDamagedError({ what: file, why: verdict });
}

/** Notes beside a database that a statement found it damaged, so that the next opening checks all of it. */
export function reportDamage(file: string): void {
  try {
    writeFileSync(
      suspicionOf(file),
      "A statement found this database damaged; the next start checks all of it.\n",
      { mode: 0o600 },
    );
  } catch {
    // A full or read-only disk: the error that is being reported says more.
  }
}

/** Whether a statement found it damaged since it was last checked. */
export function isSuspect(file: string): boolean {
  return existsSync(suspicionOf(file));
}

export function clearSuspicion(file: string): void {
  rmSync(suspicionOf(file), { force: true });
}

function suspicionOf(file: string): string {
  return `${file}.suspect`;
}
