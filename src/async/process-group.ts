import { type ChildProcess, spawn, type SpawnOptions } from "node:child_process";
import { once } from "node:events";
import process from "node:process";

/** End of a process, or the failure to start it. */
export type ProcessEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "not-started"; readonly reason: string };

/** A program and the processes it starts, as far as they stay in its group. */
export interface ProcessGroup {
  /** First process, the leader of the group; null if it could not be started. */
  readonly child: ChildProcess | null;
  /** Resolves when the first process has exited and the rest of its group is killed, as in a container. */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Sends SIGTERM to the group, and SIGKILL after `graceMs`. The earliest deadline of several calls applies.
   */
  stop(graceMs: number): void;
}

/**
 * Starts a program as the leader of a new session and group: signals reach the whole group, and there is no
 * controlling terminal.
 */
export function startProcessGroup(
  command: string,
  args: readonly string[],
  options: Pick<SpawnOptions, "cwd" | "env" | "stdio">,
): ProcessGroup {
  let child: ChildProcess;
  try {
    child = spawn(command, args, { ...options, detached: true });
  } catch (error) {
    return notStarted(Promise.resolve({ kind: "not-started", reason: startFailure(error) }));
  }
  const ending = endOf(child);
  const { pid } = child;
  if (pid === undefined) return notStarted(ending);

  let kill: NodeJS.Timeout | null = null;
  let killAtMs = Number.POSITIVE_INFINITY;
  const ended = ending.then((end) => {
    if (kill !== null) clearTimeout(kill);
    // The pid may be reused from now on.
    killAtMs = Number.NEGATIVE_INFINITY;
    signalGroup(pid, "SIGKILL");
    return end;
  });
  return {
    child,
    ended,
    stop(graceMs) {
      const atMs = performance.now() + graceMs;
      // Further calls do not extend the deadline.
      if (atMs >= killAtMs) return;
      if (kill !== null) clearTimeout(kill);
      killAtMs = atMs;
      signalGroup(pid, "SIGTERM");
      kill = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
    },
  };
}

/** Sends a signal to every process of a group; 0 only checks. Returns false if no process can receive it. */
export function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal);
    return true;
  } catch {
    // ESRCH: no process is left. EPERM: the rest belongs to another user.
    return false;
  }
}

function notStarted(ended: Promise<ProcessEnd>): ProcessGroup {
  return { child: null, ended, stop: () => {} };
}

async function endOf(child: ChildProcess): Promise<ProcessEnd> {
  try {
    const [code, signal]: unknown[] = await once(child, "exit");
    return typeof code === "number" ? { kind: "exited", code } : { kind: "killed", signal: String(signal) };
  } catch (error) {
    return { kind: "not-started", reason: startFailure(error) };
  }
}

const startFailures: Readonly<Record<string, string>> = {
  ENOENT: "there is no such program",
  EACCES: "the program cannot be executed",
  E2BIG: "its command and environment are longer than the system allows",
  EAGAIN: "this machine has reached its limit of processes",
  ENOMEM: "this machine is out of memory",
};

function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = "code" in error ? startFailures[String(error.code)] : undefined;
  return known ?? error.message;
}
