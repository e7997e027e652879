import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type HooklensError, isHooklensError } from "../../model/errors.ts";
import { StoreDamagedError } from "../errors.ts";
import type { FileHealth } from "../store.ts";
import { reportDamage } from "./health.ts";
import type { DatabaseFile } from "./open-writer.ts";
import { storeError } from "./sqlite-error.ts";

/** Checks all pages of a database of a data directory. Does not create a missing database. */
export function checkDatabase(
  dataDir: string,
  { name, holds }: Pick<DatabaseFile, "name" | "holds">,
): FileHealth {
  const path = join(dataDir, name);
  if (!existsSync(path)) return { name, holds, bytes: null, failure: null };
  // The newest rows are in the WAL.
  const bytes = statSync(path).size + (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  return { name, holds, bytes, failure: failureOf(path) };
}

function failureOf(path: string): HooklensError | null {
  try {
    using db = new DatabaseSync(path, { readOnly: true, timeout: 2000 });
    const verdict = String(Object.values(db.prepare("PRAGMA quick_check(1)").get() ?? {})[0]);
    if (verdict === "ok") return null;
    // The next start checks a large file completely only then.
    reportDamage(path);
    return new StoreDamagedError({
      what: `${path} is damaged: ${verdict}`,
      hint: "Run hooklens receive or hooklens hub to set the file aside and copy what can be read",
    });
  } catch (cause) {
    const error = storeError(cause, path);
    if (isHooklensError(error)) return error;
    throw error;
  }
}
