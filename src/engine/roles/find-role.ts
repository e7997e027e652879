import { setTimeout as sleep } from "node:timers/promises";
import type { StoreLocation } from "../../store/store.ts";
import { EngineVersionError } from "../errors.ts";
import type { Role, RunningRole } from "../role.ts";
import { openStore } from "../stores.ts";
import { roleHeldError } from "./hold-role.ts";
import { readRuntimeFile } from "./runtime-file.ts";

/**
 * Maximum wait for the runtime file of a held role, in milliseconds: a process that starts opens its database
 * first, a command on the local hub writes no file, and a closing engine takes up to 5 s.
 */
const maxWaitMs = 7000;
const pollMs = 25;

/** Returns true if a process holds the role. May cause a simultaneous `holdRole` to retry. */
export async function isRoleHeld(location: StoreLocation, role: Role): Promise<boolean> {
  return (await openStore(location)).locks.isHeld(role);
}

/** Returns the process that holds a role now; null if the role is free, or its holder is not ready. */
export async function currentHolder(location: StoreLocation, role: Role): Promise<RunningRole | null> {
  return (await isRoleHeld(location, role)) ? readRuntimeFile(location.dataDir, role) : null;
}

/**
 * Returns the process that holds a role; null if the role is free. Waits at most 7 s for a process that is
 * starting or ending.
 * @param version version of this hooklens
 * @throws {EngineVersionError} the holder is another version
 * @throws {RoleHeldError} the holder has not written its runtime file in time
 */
export async function findRole(
  location: StoreLocation,
  role: Role,
  version: string,
): Promise<RunningRole | null> {
  const { dataDir } = location;
  const deadlineMs = performance.now() + maxWaitMs;
  while (await isRoleHeld(location, role)) {
    const running = readRuntimeFile(dataDir, role);
    if (running !== null) return sameVersion(running, version);
    if (performance.now() > deadlineMs) throw roleHeldError(dataDir, role, null);
    await sleep(pollMs);
  }
  return null;
}

function sameVersion(running: RunningRole, version: string): RunningRole {
  if (running.version === version) return running;
  throw new EngineVersionError({
    what: `the running ${running.role} is hooklens ${running.version}`,
    why: `process ${running.pid}; this is ${version}`,
    hint: `Stop it (kill ${running.pid}), then retry, or use that version`,
  });
}
