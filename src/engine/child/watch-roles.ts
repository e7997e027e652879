import { isRoleHeld } from "../roles/find-role.ts";
import type { Role, RunningRole } from "../roles/role.ts";
import { readRuntimeFile } from "../roles/runtime-file.ts";
import type { EngineChild } from "./start-child.ts";

/** How soon the end of a process that is not our child is noticed. */
const pollMs = 500;

export interface RoleWatch {
  readonly dataDir: string;
  readonly running: readonly RunningRole[];
  /** Those of them that are our own; their end is told at once. */
  readonly children: readonly EngineChild[];
  /** Called once. */
  readonly onGone: (roles: readonly Role[]) => void;
}

/** Watches the holders of roles. Returns the way to stop. */
export function watchRoles({ dataDir, running, children, onGone }: RoleWatch): () => void {
  let over = false;
  const own = new Set(children.flatMap((child) => child.running.map(({ pid }) => pid)));
  const others = running.filter(({ pid }) => !own.has(pid));

  const end = (roles: readonly Role[]): void => {
    if (over) return;
    stop();
    onGone(roles);
  };
  const poll = setInterval(() => {
    const gone = others.filter((holder) => !stillHolds(dataDir, holder));
    if (gone.length > 0) end(gone.map(({ role }) => role));
  }, pollMs);
  // An app that is otherwise done must not stay for this.
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

function stillHolds(dataDir: string, holder: RunningRole): boolean {
  const now = readRuntimeFile(dataDir, holder.role);
  return now?.pid === holder.pid && now.startedAt === holder.startedAt && isRoleHeld(dataDir, holder.role);
}
