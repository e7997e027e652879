import { realpathSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import type { JobRecords, StoredJobRun } from "../../store/job-port.ts";
import { killAtHomeIn, processMark, signalGroup } from "./processes.ts";
import { runDirectory } from "./run-directory.ts";

const graceMs = 5000;
const lookEveryMs = 50;

/**
 * Ends what an earlier hub, that was killed, left running, and marks those runs as failed. A process is touched only when it is surely the
 * one we started: the same pid and the same beginning, or at home in the scratch directory of the run.
 * @param onEnd a run is marked
 * @returns how many there were
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
    // The run had not come so far.
    return null;
  }
}
