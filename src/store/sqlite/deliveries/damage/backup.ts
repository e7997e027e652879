import { existsSync, lstatSync, realpathSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
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
 * @throws {UsageError} there is no log, the directory of the file is missing, the file is the log itself, or
 * it exists and `force` is not set
 * @throws {StoreDamagedError | StoreFullError | StoreUnwritableError} no backup was written
 */
export async function backupLog(
  dataDir: string,
  file: string,
  { force }: { readonly force: boolean },
): Promise<Backup> {
  const source = join(dataDir, deliveriesFile.name);
  // A link that leads nowhere is a log that cannot be opened.
  if (lstatSync(source, { throwIfNoEntry: false }) === undefined) {
    throw new UsageError({
      what: `there is no log of deliveries in ${dataDir}`,
      hint: "Choose its directory with --data-dir",
    });
  }
  if (!existsSync(dirname(file))) {
    throw new UsageError({
      what: `there is no directory ${dirname(file)}`,
      hint: "Create it first, or choose another directory",
    });
  }
  if (existsSync(file) && existsSync(source) && realpathSync(file) === realpathSync(source)) {
    throw new UsageError({ what: `${file} is the log itself`, hint: "Choose another name" });
  }
  if (existsSync(file) && !force) {
    throw new UsageError({
      what: `${file} already exists`,
      hint: "Choose another name, or add --force to replace it",
    });
  }
  try {
    using db = openExisting(source);
    let deliveries = 0;
    await copyDatabase(db, file, (copy) => {
      const verdict = String(copy.prepare("PRAGMA quick_check(1)").get()?.["quick_check"]);
      if (verdict !== "ok") {
        throw new StoreDamagedError({
          what: `${source} is damaged and cannot be backed up`,
          why: verdict,
          hint: "Restart the receiver to recover what can be read, then retry",
        });
      }
      deliveries = Number(copy.prepare("SELECT count(*) AS n FROM deliveries").get()?.["n"]);
    });
    return { deliveries, bytes: statSync(file).size };
  } catch (error) {
    throw storeError(error, source);
  }
}
