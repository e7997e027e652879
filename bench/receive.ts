import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchResult, formatResult, median } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

export const question = "How many deliveries a second are durable, beside a server that keeps nothing?";

const aims = [
  { connections: 16, ratio: 0.55 },
  { connections: 64, ratio: 0.75 },
] as const;
const rounds = 5;
const warmUpSeconds = 1;
const seconds = 2;

const limitName = "node:http, secret check, JSON.parse, nothing kept";

/**
 * Loads the receiver and the limit in turn, at each number of connections, several rounds over, and takes the median of the
 * ratios: what else the machine does falls on both. Each server and the load are processes of their own.
 */
export async function run(): Promise<readonly BenchResult[]> {
  const { path: dataDir, remove } = await makeBenchDir("receive");
  const servers = [start("receive-limit.ts"), start("receive-server.ts", dataDir)];
  try {
    const [limit, receiver] = await Promise.all(servers.map(portOf));
    if (limit === undefined || receiver === undefined) throw new Error("a server did not start");
    for (const port of [limit, receiver]) await load(port, 64, warmUpSeconds);
    const results: BenchResult[] = [];
    for (const { connections, ratio: aim } of aims) {
      const pairs: { value: number; limit: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        pairs.push({
          limit: await load(limit, connections, seconds),
          value: await load(receiver, connections, seconds),
        });
      }
      const ratio = median(pairs.map((pair) => pair.value / pair.limit));
      results.push({
        what: `durable deliveries with a secret, ${connections} connections`,
        value: median(pairs.map((pair) => pair.value)),
        unit: "1/s",
        limit: { what: limitName, value: median(pairs.map((pair) => pair.limit)) },
        ratio,
        aim: `>= ${aim}x`,
        ok: ratio >= aim,
      });
    }
    return results;
  } finally {
    await Promise.all(servers.map(stop));
    await remove();
  }
}

/** @returns how many requests a second were answered with 200 */
async function load(port: number, connections: number, seconds: number): Promise<number> {
  const args = [join(import.meta.dirname, "load.ts"), port, connections, seconds].map(String);
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { answered, ms } = JSON.parse(stdout) as { answered: number; ms: number };
  return (answered / ms) * 1_000;
}

if (import.meta.main) for (const result of await run()) console.log(formatResult(result));
