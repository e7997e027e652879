import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import process from "node:process";

/**
 * Returns the start time of a process as text. With the pid, it identifies the process, also across restarts
 * of the machine. Returns null if there is no such process.
 */
export function processMark(pid: number): string | null {
  return process.platform === "linux" ? markFromProc(pid) : markFromPs(pid);
}

function markFromProc(pid: number): string | null {
  const stat = readOrNull(`/proc/${pid}/stat`);
  // The name in parentheses may contain anything, also parentheses; the start time is the 20th field after it
  // (proc_pid_stat(5)).
  const began = stat?.slice(stat.lastIndexOf(")") + 2).split(" ")[19];
  if (began === undefined) return null;
  const boot = readOrNull("/proc/sys/kernel/random/boot_id")?.trim() ?? "";
  return `${boot}:${began}`;
}

function markFromPs(pid: number): string | null {
  try {
    const text = execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env: {} });
    return text.trim() || null;
  } catch {
    // `ps` fails if there is no such process.
    return null;
  }
}

/**
 * Kills the processes whose HOME or TMPDIR is this directory. These include daemons, which leave their group
 * but keep their initial environment. The current directory is not compared: a user's shell may be there.
 * Linux only.
 */
export function killAtHomeIn(directory: string): void {
  for (const pid of processesAtHomeIn(directory)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // The process has already exited.
    }
  }
}

/** Returns the pids of the processes whose HOME or TMPDIR is this directory. Linux only: empty elsewhere. */
export function processesAtHomeIn(directory: string): readonly number[] {
  if (process.platform !== "linux") return [];
  const marks = [`HOME=${directory}`, `TMPDIR=${directory}`];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      const environment = readOrNull(`/proc/${name}/environ`)?.split("\0") ?? [];
      return marks.some((mark) => environment.includes(mark));
    })
    .map(Number);
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    // The process has exited or belongs to another user.
    return null;
  }
}
