import { setTimeout as sleep } from "node:timers/promises";
import type { HooklensError } from "../../model/errors.ts";
import { takeRole } from "../../store/sqlite/role-lock.ts";
import { RoleHeldError } from "../errors.ts";
import type { Role, RunningRole } from "./role.ts";
import { readRuntimeFile, removeRuntimeFile, writeRuntimeFile } from "./runtime-file.ts";

/** A command's call on the local hub, or an engine that closes (5 s), holds its role this long at most, in all but odd cases. */
const patienceMs = 7000;
const pollMs = 20;
/** So often a role is found held before its runtime file is believed: somebody may only have looked whether it is free. */
const triesBeforeBelief = 5;

/** A role this process has. */
export interface HeldRole {
  /** Writes the runtime file: from now on others find us. */
  announce(running: RunningRole): void;
  /** Takes the runtime file away: who looks for the role from now on waits for the next holder. */
  withdraw(): void;
  /** A second call does nothing. */
  release(): void;
}

/**
 * Takes a role; it is this process's until released or until the process ends, however it ends.
 * @throws {RoleHeldError} another process has it
 */
export async function holdRole(dataDir: string, role: Role): Promise<HeldRole> {
  const giveUpAtMs = performance.now() + patienceMs;
  for (let tries = 1; ; tries += 1) {
    const lock = takeRole(dataDir, role);
    if (lock !== null) {
      try {
        // What is there is of a holder that was killed.
        removeRuntimeFile(dataDir, role);
      } catch (error) {
        lock.release();
        throw error;
      }
      let released = false;
      const withdraw = (): void => {
        // The file there now may be the next holder's.
        if (!released) removeRuntimeFile(dataDir, role);
      };
      return {
        announce: (running) => writeRuntimeFile(dataDir, running),
        withdraw,
        release: () => {
          withdraw();
          released = true;
          lock.release();
        },
      };
    }
    const holder = readRuntimeFile(dataDir, role);
    if (holder !== null && tries >= triesBeforeBelief) throw roleHeldError(dataDir, role, holder);
    if (performance.now() > giveUpAtMs) throw roleHeldError(dataDir, role, null);
    await sleep(pollMs);
  }
}

/** @param holder null: it does not say where it is */
export function roleHeldError(dataDir: string, role: Role, holder: RunningRole | null): HooklensError {
  return new RoleHeldError({
    what: `there is already a ${role} on ${dataDir}`,
    why: holder === null ? "a process that is starting, or stuck" : `process ${holder.pid} at ${holder.url}`,
    hint:
      holder === null
        ? "Try again, or use another directory with --data-dir"
        : `Use that one, stop it (kill ${holder.pid}), or use another directory with --data-dir`,
  });
}
