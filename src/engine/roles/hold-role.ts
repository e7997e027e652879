import { setTimeout as sleep } from "node:timers/promises";
import type { HooklensError } from "../../model/errors.ts";
import type { StoreLocation } from "../../store/store.ts";
import { RoleHeldError } from "../errors.ts";
import { openStore } from "../stores.ts";
import type { Role, RunningRole } from "./role.ts";
import { readRuntimeFile, removeRuntimeFile, writeRuntimeFile } from "./runtime-file.ts";

/** Maximum wait for a role: a command on the local hub, or a closing engine (5 s), holds it for less. */
const maxWaitMs = 7000;
const pollMs = 20;
/** Attempts before the runtime file is trusted: another process may hold the role only to check it. */
const triesBeforeTrust = 5;

/** A role that this process holds. */
export interface HeldRole {
  /** Writes the runtime file, through which others find this process. */
  announce(running: RunningRole): void;
  /** Removes the runtime file: others then wait for the next holder. */
  withdraw(): void;
  /** A second call does nothing. */
  release(): Promise<void>;
}

/**
 * Takes a role until it is released or the process ends.
 * @throws {RoleHeldError} another process has it
 */
export async function holdRole(location: StoreLocation, role: Role): Promise<HeldRole> {
  const { dataDir } = location;
  const { locks } = await openStore(location);
  const deadlineMs = performance.now() + maxWaitMs;
  for (let tries = 1; ; tries += 1) {
    const lease = await locks.take(role);
    if (lease !== null) {
      try {
        // The file is left from a holder that was killed.
        removeRuntimeFile(dataDir, role);
      } catch (error) {
        await lease.release();
        throw error;
      }
      let released = false;
      const withdraw = (): void => {
        // The file may already belong to the next holder.
        if (!released) removeRuntimeFile(dataDir, role);
      };
      return {
        announce: (running) => writeRuntimeFile(dataDir, running),
        withdraw,
        async release() {
          withdraw();
          released = true;
          await lease.release();
        },
      };
    }
    const holder = readRuntimeFile(dataDir, role);
    if (holder !== null && tries >= triesBeforeTrust) throw roleHeldError(dataDir, role, holder);
    if (performance.now() > deadlineMs) throw roleHeldError(dataDir, role, null);
    await sleep(pollMs);
  }
}

/** @param holder null if it has no runtime file */
export function roleHeldError(dataDir: string, role: Role, holder: RunningRole | null): HooklensError {
  return new RoleHeldError({
    what: `there is already a ${role} on ${dataDir}`,
    why:
      holder === null
        ? "a process that is starting or does not respond"
        : `process ${holder.pid} at ${holder.url}`,
    hint:
      holder === null
        ? "Retry, or use another directory with --data-dir"
        : `Use that one, stop it (kill ${holder.pid}), or use another directory with --data-dir`,
  });
}
