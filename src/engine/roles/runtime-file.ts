import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readJsonFile, writeJsonFile } from "../../files/json-file.ts";
import { errorText } from "../../model/errors.ts";
import { RuntimeFileError } from "../errors.ts";
import { type Role, type RunningRole, runningRoleSchema } from "../role.ts";

/** Returns the path of a role's runtime file: `<role>.json` in the data directory. */
export function runtimeFilePath(dataDir: string, role: Role): string {
  return join(dataDir, `${role}.json`);
}

/**
 * Writes a runtime file atomically, readable by its owner only, because it contains the hub's token.
 * @throws {RuntimeFileError} the disk is full, or the directory can no longer be written
 */
export function writeRuntimeFile(dataDir: string, running: RunningRole): void {
  const path = runtimeFilePath(dataDir, running.role);
  const change = { path, verb: "written", hint: "Free some space on its disk" };
  changeFile(change, () => writeJsonFile(path, running));
}

/**
 * Reads a runtime file; returns null if it is missing or invalid. The file may be stale; only the role's lock
 * is certain.
 */
export function readRuntimeFile(dataDir: string, role: Role): RunningRole | null {
  try {
    const running = readJsonFile(
      runtimeFilePath(dataDir, role),
      (json) => runningRoleSchema.safeParse(json).data ?? null,
    );
    return running?.role === role ? running : null;
  } catch {
    return null;
  }
}

/**
 * Removes a runtime file, if it exists. Only the holder of the role's lock may call this.
 * @throws {RuntimeFileError} the directory cannot be written
 */
export function removeRuntimeFile(dataDir: string, role: Role): void {
  const path = runtimeFilePath(dataDir, role);
  // A missing file in a read-only directory is not a failure.
  if (!existsSync(path)) return;
  changeFile({ path, verb: "removed", hint: "Make its directory writable" }, () => rmSync(path));
}

interface Change {
  readonly path: string;
  /** Past participle: `written`. */
  readonly verb: string;
  readonly hint: string;
}

/** @throws {RuntimeFileError} */
function changeFile({ path, verb, hint }: Change, change: () => void): void {
  try {
    change();
  } catch (cause) {
    throw new RuntimeFileError({
      what: `${path} cannot be ${verb}`,
      why: errorText(cause),
      hint: `${hint}, or choose another directory with --data-dir`,
      cause,
    });
  }
}
