import { type ChildProcess, execFileSync } from "node:child_process";

/** Returns the IDs of a process's descendants. */
export function descendants(pid: number): readonly number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="], { encoding: "utf8" })
    .trim()
    .split("\n")
    .map((row) => row.trim().split(/\s+/).map(Number));
  const childrenOf = (parent: number): number[] =>
    rows.flatMap(([child, ppid]) =>
      child !== undefined && ppid === parent ? [child, ...childrenOf(child)] : [],
    );
  return childrenOf(pid);
}

/** Returns true if a process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !execFileSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .startsWith("Z");
  } catch {
    // ps fails when there is no such process.
    return false;
  }
}

/** Returns the name of a process's program; empty if there is no such process. */
export function nameOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** Kills a process and its descendants at once. Resolves when it has ended. */
export async function endFamily(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  for (const pid of [child.pid, ...descendants(child.pid)]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process ended before it was killed.
    }
  }
  await gone;
}
