import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { ownerOnly, placeFile } from "../../files/place-file.ts";
import { RuntimeFileError } from "../errors.ts";
import type { Role, RunningRole } from "./role.ts";

/** The content of a runtime file. */
export const runningRoleSchema: z.ZodType<RunningRole> = z.object({
  role: z.enum(["hub", "receiver"]),
  pid: z.int().positive(),
  version: z.string(),
  url: z.url(),
  missedPort: z.int().nullable().default(null),
  socket: z.string().nullable(),
  token: z.string().nullable(),
  startedAt: z.string(),
});

/** Where a role says who holds it: `<role>.json` in the data directory. */
export function runtimeFilePath(dataDir: string, role: Role): string {
  return join(dataDir, `${role}.json`);
}

/**
 * Written whole or not at all, for its owner only: it holds the hub's token.
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

/** Null: there is none, or it is not one that we (in whatever version) wrote. It may be stale: only the role's lock tells. */
export function readRuntimeFile(dataDir: string, role: Role): RunningRole | null {
  try {
    const parsed = runningRoleSchema.safeParse(
      JSON.parse(readFileSync(runtimeFilePath(dataDir, role), "utf8")),
    );
    return parsed.success && parsed.data.role === role ? parsed.data : null;
  } catch {
    // Missing, unreadable or not JSON: nobody can be reached by it.
    return null;
  }
}

/**
 * Only the holder of the role's lock may call this.
 * @throws {RuntimeFileError} the directory cannot be written
 */
export function removeRuntimeFile(dataDir: string, role: Role): void {
  const path = runtimeFilePath(dataDir, role);
  // Where there is none, a directory that cannot be written is no reason to fail.
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
