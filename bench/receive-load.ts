import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Load on a server; see load.ts. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** Absent: as many as the connections carry. */
  readonly perSecond?: number;
}

export interface LoadResult {
  /** Requests a second that were answered with 200. */
  readonly rate: number;
  readonly p99Ms: number;
}

/** Loads a server from a process of its own. @throws when a delivery is refused */
export async function load(port: number, { connections, seconds, perSecond }: Load): Promise<LoadResult> {
  const args = [port, connections, seconds, ...(perSecond === undefined ? [] : [perSecond])];
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, "load.ts"),
    ...args.map(String),
  ]);
  const { answered, ms, p99Ms } = JSON.parse(stdout) as { answered: number; ms: number; p99Ms: number };
  return { rate: (answered / ms) * 1_000, p99Ms };
}
