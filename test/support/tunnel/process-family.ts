import { type ChildProcess, execFileSync } from "node:child_process";

/** The ids of a process's children, and theirs. */
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

/** Whether a process is there and is no zombie. */
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

/** The name of a process's program; empty when there is none. */
export function nameOf(pid: number): string {
  try {
    return execFileSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).trim();
  } catch {
    return "";
  }
}

/** Kills a process and all that came of it, at once. Resolves when it is gone. */
export async function endFamily(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  for (const pid of [child.pid, ...descendants(child.pid)]) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It ended before its turn came.
    }
  }
  await gone;
}
