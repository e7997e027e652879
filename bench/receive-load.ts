import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Parameters of a load; see load.ts. */
export interface Load {
  readonly connections: number;
  readonly seconds: number;
  /** Rate of the deliveries; without it, as many as the connections carry. */
  readonly perSecond?: number;
}

export interface LoadResult {
  /** Responses with 200 per second. */
  readonly rate: number;
  readonly p99Ms: number;
}

/** Loads a server from another process. @throws a response is not 200 */
export async function load(port: number, { connections, seconds, perSecond }: Load): Promise<LoadResult> {
  const args = [port, connections, seconds, ...(perSecond === undefined ? [] : [perSecond])];
  const { stdout } = await promisify(execFile)(process.execPath, [
    join(import.meta.dirname, "load.ts"),
    ...args.map(String),
  ]);
  const { answered, ms, p99Ms } = JSON.parse(stdout) as { answered: number; ms: number; p99Ms: number };
  return { rate: (answered / ms) * 1_000, p99Ms };
}
