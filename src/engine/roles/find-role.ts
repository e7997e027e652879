import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { takeRole } from "../../store/sqlite/locks.ts";
import { EngineVersionError } from "../errors.ts";
import { roleHeldError } from "./hold-role.ts";
import type { Role, RunningRole } from "./role.ts";
import { readRuntimeFile } from "./runtime-file.ts";

/**
 * Held without a runtime file: by a starter that is opening its database, by a command for the length of its call on the hub, or by an engine
 * that finishes what is in flight (5 s).
 */
const patienceMs = 7000;
const pollMs = 25;

/** Returns true if a process holds the role. Takes the role for an instant, which `holdRole` allows for. */
export function isRoleHeld(dataDir: string, role: Role): boolean {
  if (!existsSync(dataDir)) return false;
  const lock = takeRole(dataDir, role);
  lock?.release();
  return lock === null;
}

/**
 * Returns the process that holds a role, or null if the role is free. Waits at most 7 s for one that is starting or ending.
 * @param version of this hooklens
 * @throws {EngineVersionError} the holder is another version
 * @throws {RoleHeldError} somebody holds the role and does not say where
 */
export async function findRole(dataDir: string, role: Role, version: string): Promise<RunningRole | null> {
  const giveUpAtMs = performance.now() + patienceMs;
  while (isRoleHeld(dataDir, role)) {
    const running = readRuntimeFile(dataDir, role);
    if (running !== null) return sameVersion(running, version);
    if (performance.now() > giveUpAtMs) throw roleHeldError(dataDir, role, null);
    await sleep(pollMs);
  }
  return null;
}

function sameVersion(running: RunningRole, version: string): RunningRole {
  if (running.version === version) return running;
  throw new EngineVersionError({
    what: `the running ${running.role} is hooklens ${running.version}`,
    why: `process ${running.pid}; this is ${version}`,
    hint: `Stop it (kill ${running.pid}) and try again, or use that version`,
  });
}
