import { coalesce } from "../../async/coalesce.ts";
import type { StoreLocation } from "../../store/store.ts";
import type { Role, RunningRole } from "../role.ts";
import { isRoleHeld } from "../roles/find-role.ts";
import { readRuntimeFile } from "../roles/runtime-file.ts";
import type { EngineChild } from "./start-child.ts";

/** Interval of checks of processes other than children, in milliseconds. */
const pollMs = 500;

export interface RoleWatch {
  readonly location: StoreLocation;
  readonly running: readonly RunningRole[];
  /** Children of this process; their end is noticed immediately. */
  readonly children: readonly EngineChild[];
  /** Called at most once. */
  readonly onGone: (roles: readonly Role[]) => void;
}

/** Watches the holders of roles. Returns the function that stops it. */
export function watchRoles({ location, running, children, onGone }: RoleWatch): () => void {
  let over = false;
  const own = new Set(children.flatMap((child) => child.running.map(({ pid }) => pid)));
  const others = running.filter(({ pid }) => !own.has(pid));

  const end = (roles: readonly Role[]): void => {
    if (over) return;
    stop();
    onGone(roles);
  };
  const check = coalesce(
    async () => {
      const held = await Promise.all(others.map((holder) => stillHolds(location, holder)));
      const gone = others.filter((_, index) => held[index] === false);
      if (gone.length > 0) end(gone.map(({ role }) => role));
      // A location that cannot be checked counts as lost: the next attempt to attach reports why.
    },
    () => end(others.map(({ role }) => role)),
  );
  const poll = setInterval(check, pollMs);
  // Must not keep the process alive.
  poll.unref();
  const stop = (): void => {
    over = true;
    clearInterval(poll);
  };
  for (const child of children) {
    const roles = running.filter(({ pid }) => child.running.some((held) => held.pid === pid));
    if (roles.length > 0) void child.ended.then(() => end(roles.map(({ role }) => role)));
  }
  return stop;
}

async function stillHolds(location: StoreLocation, holder: RunningRole): Promise<boolean> {
  const now = readRuntimeFile(location.dataDir, holder.role);
  if (now?.pid !== holder.pid || now.startedAt !== holder.startedAt) return false;
  return isRoleHeld(location, holder.role);
}
