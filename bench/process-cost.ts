import { readdirSync, readFileSync } from "node:fs";

/** Clock ticks per second of the times in /proc. */
const ticksPerSecond = 100;

/** Cost of a process with its threads. */
export interface ProcessCost {
  readonly pid: number;
  /** User and system CPU time, in milliseconds. */
  readonly cpuMs: number;
  /** Proportional set size, in MB: a page that n processes share counts 1/n for each. */
  readonly pssMb: number;
}

/** Returns the costs of a process and its descendants, the process first. Linux only. */
export function processCosts(pid: number): readonly ProcessCost[] {
  const parents = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), Number(statOf(Number(name))?.[1] ?? 0)]),
  );
  const isOf = (one: number): boolean => one === pid || (one > 1 && isOf(parents.get(one) ?? 0));
  const own = [...parents.keys()].filter(isOf).toSorted((one, other) => one - other);
  return [pid, ...own.filter((one) => one !== pid)].map(costOf);
}

/** Returns the sum of a number over processes. */
export function total(costs: readonly ProcessCost[], key: "cpuMs" | "pssMb"): number {
  return costs.reduce((sum, cost) => sum + cost[key], 0);
}

function costOf(pid: number): ProcessCost {
  const stat = statOf(pid);
  const ticks = Number(stat?.[11] ?? 0) + Number(stat?.[12] ?? 0);
  const pssKb = Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0);
  return { pid, cpuMs: (ticks * 1_000) / ticksPerSecond, pssMb: pssKb / 1_000 };
}

/** Returns the fields of a process after its name: state, parent, … (proc_pid_stat(5), from field 3). */
function statOf(pid: number): readonly string[] | undefined {
  return read(`/proc/${pid}/stat`).split(") ").at(-1)?.split(" ");
}

/** Returns the text of a file; empty if its process has ended. */
function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
