import { appendDeliveries } from "./append-delivery.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { load } from "./receive-load.ts";
import { type BenchResult, compareRounds } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

const storedRows = 1_000_000;
const rounds = 5;
const full = { connections: 64, seconds: 2 };
const aim = 0.8;

/**
 * Compares a receiver with a million stored deliveries to one with a new log, in turn. Needs 2 GB of disk.
 */
export async function compareLongLog(): Promise<BenchResult> {
  const directories = [await makeBenchDir("receive-long"), await makeBenchDir("receive-new")];
  await appendDeliveries(directories[0]?.path ?? "", storedRows);
  const servers = directories.map(({ path }) => start("receive-server.ts", path, "inbox"));
  try {
    const [long = 0, fresh = 0] = await Promise.all(servers.map(portOf));
    for (const port of [long, fresh]) await load(port, full);
    const pairs: { value: number; limit: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const limit = await load(fresh, full);
      pairs.push({ limit: limit.rate, value: (await load(long, full)).rate });
    }
    return compareRounds({
      what: `durable deliveries without a handler, ${full.connections} connections, with ${storedRows.toLocaleString("en")} stored`,
      unit: "1/s",
      pairs,
      peer: "the same with a new log",
      aim: { least: aim },
    });
  } finally {
    await Promise.all(servers.map(stop));
    await Promise.all(directories.map(({ remove }) => remove()));
  }
}
