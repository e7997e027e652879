import { existsSync, realpathSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { UsageError } from "../../../../model/errors.ts";
import { StoreDamagedError } from "../../../errors.ts";
import type { Backup } from "../../../store.ts";
import { copyDatabase } from "../../copy-database.ts";
import { openExisting } from "../../open-existing.ts";
import { storeError } from "../../sqlite-error.ts";
import { deliveriesFile } from "../deliveries-file.ts";

/**
 * Copies the log of a data directory as of one moment to a single file; a receiver may run meanwhile.
 * @param options.force replaces an existing file
 * @throws {UsageError} there is no log, or the file exists
 * @throws {StoreDamagedError | StoreFullError | StoreUnwritableError} nothing was left behind
 */
export async function backupLog(
  dataDir: string,
  file: string,
  { force }: { readonly force: boolean },
): Promise<Backup> {
  const source = join(dataDir, deliveriesFile.name);
  if (!existsSync(source)) {
    throw new UsageError({
      what: `there is no log of deliveries in ${dataDir}`,
      hint: "Name its directory with --data-dir",
    });
  }
  if (!existsSync(dirname(file))) {
    throw new UsageError({
      what: `there is no directory ${dirname(file)}`,
      hint: "Create it first, or choose another",
    });
  }
  if (existsSync(file) && realpathSync(file) === realpathSync(source)) {
    throw new UsageError({ what: `${file} is the log itself`, hint: "Choose another name" });
  }
  if (existsSync(file) && !force) {
    throw new UsageError({
      what: `${file} is there already`,
      hint: "Choose another name, or add --force to replace it",
    });
  }
  try {
    using db = openExisting(source);
    await copyDatabase(db, file);
    using copy = new DatabaseSync(file, { readOnly: true });
    const check = String(copy.prepare("PRAGMA quick_check(1)").get()?.["quick_check"]);
    if (check !== "ok") {
      rmSync(file);
      throw new StoreDamagedError({
        what: `${source} is damaged and cannot be backed up`,
        why: check,
        hint: "Restart the receiver, which recovers what can be read, then retry",
      });
    }
    const deliveries = Number(copy.prepare("SELECT count(*) AS n FROM deliveries").get()?.["n"]);
    return { deliveries, bytes: statSync(file).size };
  } catch (error) {
    throw storeError(error, source);
  }
}
