import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ownerOnly, placeFile } from "../../files/place-file.ts";
import { RuntimeFileError } from "../errors.ts";
import { type Role, type RunningRole, roles } from "./role.ts";

/** The content of a runtime file. */
export const runningRoleSchema: z.ZodType<RunningRole> = z.object({
  role: z.enum(roles),
  pid: z.int().positive(),
  version: z.string(),
  url: z.url(),
  missedPort: z.int().nullable().default(null),
  socket: z.string().nullable(),
  token: z.string().nullable(),
  startedAt: z.string(),
});

/** Path of a role's runtime file: `<role>.json` in the data directory. */
export function runtimeFilePath(dataDir: string, role: Role): string {
  return join(dataDir, `${role}.json`);
}

/**
 * Writes the file atomically and readable by its owner only: it contains the hub's token.
 * @throws {RuntimeFileError} the disk is full, or the directory cannot be written any more
 */
export function writeRuntimeFile(dataDir: string, running: RunningRole): void {
  const path = runtimeFilePath(dataDir, running.role);
  try {
    placeFile(path, `${JSON.stringify(running, null, 2)}\n`, ownerOnly);
  } catch (cause) {
    throw new RuntimeFileError({
      what: `${path} cannot be written`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: "Free some space on its disk, or use another directory with --data-dir",
      cause,
    });
  }
}

/** Returns null if the file is missing or invalid. The file may be stale; only the role's lock is certain. */
export function readRuntimeFile(dataDir: string, role: Role): RunningRole | null {
  try {
    const parsed = runningRoleSchema.safeParse(
      JSON.parse(readFileSync(runtimeFilePath(dataDir, role), "utf8")),
    );
    return parsed.success && parsed.data.role === role ? parsed.data : null;
  } catch {
    // Missing, unreadable or not JSON.
    return null;
  }
}

/**
 * Only the holder of the role's lock may call this.
 * @throws {RuntimeFileError} the directory cannot be written
 */
export function removeRuntimeFile(dataDir: string, role: Role): void {
  const path = runtimeFilePath(dataDir, role);
  // A missing file in a read-only directory is not a failure.
  if (!existsSync(path)) return;
  try {
    rmSync(path);
  } catch (cause) {
    throw new RuntimeFileError({
      what: `${path} cannot be removed`,
      why: cause instanceof Error ? cause.message : String(cause),
      hint: "Make its directory writable, or use another with --data-dir",
      cause,
    });
  }
}
