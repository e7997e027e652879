import { withReceivers } from "./receive-kinds.ts";
import { compareLatency } from "./receive-latency.ts";
import { compareLongLog } from "./receive-long-log.ts";
import { compareRates } from "./receive-rates.ts";
import { type BenchResult, formatResult } from "./result.ts";

export const question =
  "How many deliveries a second are durable, and how soon, beside a server that keeps nothing?";

/** Each server and the load are processes of their own. */
export async function run(): Promise<readonly BenchResult[]> {
  const results = await withReceivers(async (servers) => [
    ...(await compareRates(servers, 16)),
    ...(await compareRates(servers, 64)),
    ...(await compareLatency(servers)),
  ]);
  return [...results, await compareLongLog()];
}

if (import.meta.main) for (const result of await run()) console.log(formatResult(result));
