import { realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobRecords, StoredJobRun } from "../../store/job-records.ts";
import { killAtHomeIn, processMark, signalGroup } from "./processes.ts";
import { runDirectory } from "./run-directory.ts";

const graceMs = 5000;
const lookEveryMs = 50;

/**
 * Ends the runs of an earlier hub that was killed and marks them as failed. A process is signaled only if it is certainly the
 * one we started: same pid and start time, or the scratch directory of the run as its HOME.
 * @param onEnd called for each marked run
 * @returns the number of runs
 */
export async function endLeftovers(
  records: JobRecords,
  root: string,
  onEnd: (id: string) => void,
): Promise<number> {
  const left = await records.running();
  await Promise.all(
    left.map(async (run) => {
      await stopLeftover(run, root);
      await records.end(run.id, "ERROR", "the hub ended while it ran");
      onEnd(run.id);
    }),
  );
  return left.length;
}

async function stopLeftover({ id, process }: StoredJobRun, root: string): Promise<void> {
  if (process !== null && processMark(process.pid) === process.mark) {
    signalGroup(process.pid, "SIGTERM");
    const killAtMs = performance.now() + graceMs;
    while (performance.now() < killAtMs && signalGroup(process.pid, 0)) await sleep(lookEveryMs);
    signalGroup(process.pid, "SIGKILL");
  }
  const scratch = realOrNull(runDirectory(root, id).scratch);
  if (scratch !== null) killAtHomeIn(scratch);
}

function realOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // The run has no directory yet.
    return null;
  }
}
