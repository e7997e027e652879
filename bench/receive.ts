import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchResult, formatResult, median } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

export const question = "How many deliveries a second are durable, beside a server that keeps nothing?";

/** What `receive-server.ts` is started with, and what of the limit's rate it should reach, at each number of connections. */
const receivers = [
  { kind: "inbox", what: "without a handler", aims: [0.6, 0.8] },
  { kind: "handler", what: "a handler of the library", aims: [0.6, 0.8] },
  { kind: "module", what: "a handler of --handlers, in its thread", aims: [0.4, 0.55] },
] as const;
const connectionCounts = [16, 64] as const;
const rounds = 5;
const warmUpSeconds = 1;
const seconds = 2;

const limitName = "node:http, secret check, JSON.parse, nothing kept";

/**
 * Loads the limit and the receivers in turn, at each number of connections, several rounds over, and takes the medians of the
 * ratios: what else the machine does falls on all. Each server and the load are processes of their own.
 */
export async function run(): Promise<readonly BenchResult[]> {
  const directories = await Promise.all(receivers.map(({ kind }) => makeBenchDir(`receive-${kind}`)));
  const servers = [
    start("receive-limit.ts"),
    ...receivers.map(({ kind }, index) => start("receive-server.ts", directories[index]?.path ?? "", kind)),
  ];
  try {
    const [limitPort, ...ports] = await Promise.all(servers.map(portOf));
    if (limitPort === undefined) throw new Error("the limit did not start");
    for (const port of [limitPort, ...ports]) await load(port, 64, warmUpSeconds);
    const results: BenchResult[] = [];
    for (const [index, connections] of connectionCounts.entries()) {
      const limits: number[] = [];
      const rates = receivers.map((): number[] => []);
      for (let round = 0; round < rounds; round += 1) {
        limits.push(await load(limitPort, connections, seconds));
        for (const [which, port] of ports.entries()) {
          rates[which]?.push(await load(port, connections, seconds));
        }
      }
      for (const [which, { what, aims }] of receivers.entries()) {
        const values = rates[which] ?? [];
        const ratio = median(values.map((value, round) => value / (limits[round] ?? Number.NaN)));
        const aim = aims[index] ?? Number.NaN;
        results.push({
          what: `durable deliveries with a secret, ${what}, ${connections} connections`,
          value: median(values),
          unit: "1/s",
          limit: { what: limitName, value: median(limits) },
          ratio,
          aim: `>= ${aim}x`,
          ok: ratio >= aim,
        });
      }
    }
    return results;
  } finally {
    await Promise.all(servers.map(stop));
    await Promise.all(directories.map(({ remove }) => remove()));
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
