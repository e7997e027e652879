import { readdir, readFile } from "node:fs/promises";
import process from "node:process";
import { setTimeout as delay } from "node:timers/promises";

/**
 * The processes whose home is this directory: what a program on a screen started, in whatever group or session.
 * Linux only; elsewhere there are none to be found, and the group's end has to do.
 */
export async function processesIn(home: string): Promise<number[]> {
  if (process.platform !== "linux") return [];
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/u.test(name)).map(Number);
  const belongs = await Promise.all(
    pids.map(async (pid) => {
      // The process belongs to another user, or has ended.
      const environ = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
      return environ.split("\0").includes(`HOME=${home}`);
    }),
  );
  return pids.filter((_, index) => belongs[index]);
}

/** Kills these processes and waits until they have ended, so that their directory can be removed. */
export async function endProcessesIn(home: string): Promise<void> {
  for (let pids = await processesIn(home); pids.length > 0; pids = await processesIn(home)) {
    for (const pid of pids) {
      try {
        process.kill(pid, "SIGKILL");
      } catch {
        // Ended by itself since.
      }
    }
    await delay(10);
  }
}
