import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { checkFiles } from "../../../engine/check-files.ts";
import { openStore } from "../../../engine/stores.ts";
import { sharedFileSystemOf } from "../../../store/data-dir.ts";
import type { FileHealth } from "../../../store/store.ts";
import { byteSize } from "../../../text/numbers.ts";
import type { Setting } from "../../settings/setting.ts";
import type { Settings } from "../../settings/settings.ts";
import { storeLocation } from "../../settings/store-location.ts";
import { type Finding, fail, failure, ok, warn } from "./finding.ts";

/** Checks the data directory and its databases. Leaves no files behind. */
export async function checkStorage(
  settings: Pick<Settings, "dataDir" | "store" | "deliveries">,
): Promise<{ readonly findings: readonly Finding[]; readonly isUsable: boolean }> {
  const directory = checkDirectory(settings.dataDir);
  if (directory.status === "fail") return { findings: [directory], isUsable: false };
  const store = await openStore(storeLocation(settings));
  const files = await store.checkHealth();
  const setAside = store.listSetAside();
  const findings = [
    directory,
    ...files.map(fileFinding),
    ...(await checkFiles(settings.dataDir.value, store.bookmarks)).map(({ name, error }) =>
      failure(name, error),
    ),
    ...setAside.map(({ what, fix }) => warn("set aside", what, fix)),
  ];
  return { findings, isUsable: true };
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
    // Permissions do not reveal read-only file systems and quotas, and do not apply to root.
    rmdirSync(mkdtempSync(join(value, ".doctor-")));
    const shared = sharedFileSystemOf(value);
    if (shared !== null) {
      const detail = `${value} (${from}) is on ${shared}, where locks and the WAL of SQLite may fail`;
      return warn(check, detail, "Choose a directory on a disk of this machine with --data-dir");
    }
    return ok(check, `${value} (${from})`);
  } catch (error) {
    const why = error instanceof Error && "code" in error ? String(error.code) : String(error);
    return fail(check, `${value} (${from}) cannot be written: ${why}`, fix);
  }
}

function fileFinding({ name, holds, bytes, failure: error }: FileHealth): Finding {
  if (error !== null) return failure(name, error);
  return ok(name, bytes === null ? `none yet (${holds})` : `${byteSize(bytes)} (${holds})`);
}

/** Returns the path itself, or its nearest existing ancestor. */
export function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path));
}
