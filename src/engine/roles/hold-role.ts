import { setTimeout as sleep } from "node:timers/promises";
import type { HooklensError } from "../../model/errors.ts";
import type { StoreLocation } from "../../store/store.ts";
import { RoleHeldError } from "../errors.ts";
import type { Role, RunningRole } from "../role.ts";
import { openStore } from "../stores.ts";
import { readRuntimeFile, removeRuntimeFile, writeRuntimeFile } from "./runtime-file.ts";

/**
 * Maximum wait for a role, in milliseconds: a command on the local hub, or a closing engine (5 s), holds it
 * for less.
 */
const maxWaitMs = 7000;
const pollMs = 20;
/**
 * Number of attempts before the runtime file is trusted: another process may hold the role only to check it.
 */
const triesBeforeTrust = 5;

/** Role that this process holds. */
export interface HeldRole {
  /** Writes the runtime file, by which others find this process. */
  announce(running: RunningRole): void;
  /** Removes the runtime file: others then wait for the next holder. */
  withdraw(): void;
  /** Withdraws and releases the role. A second call does nothing. */
  release(): Promise<void>;
}

/**
 * Takes a role until it is released or the process ends. Waits up to 7 s for a holder without a runtime file.
 * @throws {RoleHeldError} another process holds it
 * @throws {RuntimeFileError} the runtime file of a killed holder cannot be removed
 */
export async function holdRole(location: StoreLocation, role: Role): Promise<HeldRole> {
  const { dataDir } = location;
  const { locks } = await openStore(location);
  const deadlineMs = performance.now() + maxWaitMs;
  for (let tries = 1; ; tries += 1) {
    const lease = await locks.take(role);
    if (lease !== null) {
      try {
        // A killed holder may have left its file.
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

/**
 * Creates the error for a role that another process holds.
 * @param holder null if it has no runtime file
 */
export function roleHeldError(dataDir: string, role: Role, holder: RunningRole | null): HooklensError {
  return new RoleHeldError({
    what: `there is already a ${role} on ${dataDir}`,
    why:
      holder === null
        ? "a process that is starting or does not respond"
        : `process ${holder.pid} at ${holder.url}`,
    hint:
      holder === null
        ? "Retry, or choose another directory with --data-dir"
        : `Use that one, stop it (kill ${holder.pid}), or choose another directory with --data-dir`,
  });
}
