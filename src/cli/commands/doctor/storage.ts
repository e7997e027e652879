import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isHooklensError } from "../../../model/errors.ts";
import { deliveriesFile } from "../../../store/sqlite/deliveries/deliveries-file.ts";
import { hubFile } from "../../../store/sqlite/hub/hub-file.ts";
import { describeSetAside, listSetAside } from "../../../store/sqlite/set-aside.ts";
import { storeError } from "../../../store/sqlite/sqlite-error.ts";
import { byteSize } from "../../../text/numbers.ts";
import type { Setting } from "../../settings/layers.ts";
import { type Finding, fail, failure, ok, warn } from "./finding.ts";

/** Checks the data directory and its databases. Creates nothing. */
export function checkStorage(dataDir: Setting<string>): readonly Finding[] {
  const directory = checkDirectory(dataDir);
  if (directory.status === "fail") return [directory];
  return [
    directory,
    ...[deliveriesFile, hubFile].map(({ name, holds }) =>
      checkDatabase(join(dataDir.value, name), name, holds),
    ),
    ...listSetAside(dataDir.value).map((file) => {
      const { what, fix } = describeSetAside(file);
      return warn("set aside", what, fix);
    }),
  ];
}

function checkDirectory({ value, from }: Setting<string>): Finding {
  const check = "data directory";
  const fix = "Make it a writable directory, or choose another with --data-dir";
  try {
    if (!existsSync(value)) {
      accessSync(nearestExisting(value), constants.W_OK | constants.X_OK);
      return ok(check, `${value} (${from}), created on first use`);
    }
    if (!statSync(value).isDirectory()) return fail(check, `${value} (${from}) is a file`, fix);
    // Permissions are not enough: there are read-only file systems, quotas, and root.
    rmdirSync(mkdtempSync(join(value, ".doctor-")));
    return ok(check, `${value} (${from})`);
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return fail(check, `${value} (${from}) cannot be written: ${why}`, fix);
  }
}

function checkDatabase(file: string, check: string, holds: string): Finding {
  if (!existsSync(file)) return ok(check, `none yet (${holds})`);
  // The latest writes are in the WAL beside it.
  const size = byteSize(
    statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0),
  );
  try {
    using db = new DatabaseSync(file, { readOnly: true, timeout: 2000 });
    const verdict = String(Object.values(db.prepare("PRAGMA quick_check(1)").get() ?? {})[0]);
    if (verdict === "ok") return ok(check, `${size} (${holds})`);
    return fail(
      check,
      `${file} is damaged: ${verdict}`,
      "Start `hooklens receive` or `hooklens hub`: it sets the file aside and copies what can still be read",
    );
  } catch (cause) {
    const error = storeError(cause, file);
    if (isHooklensError(error)) return failure(check, error);
    throw error;
  }
}

/** Returns the path itself, or its nearest existing ancestor. */
export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
