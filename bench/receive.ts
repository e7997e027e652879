import { withReceivers } from "./receive-kinds.ts";
import { compareLatency } from "./receive-latency.ts";
import { compareLongLog } from "./receive-long-log.ts";
import { compareWebhooksServer } from "./receive-python.ts";
import { compareRates } from "./receive-rates.ts";
import { traceSyncs } from "./receive-syncs.ts";
import { type BenchLine, report } from "./result.ts";

export const question =
  "How many deliveries per second does the receiver make durable, and how soon, compared with servers that append to a file or store nothing?";

/** Runs the receiver's benches. Each server and the load are separate processes. */
export async function run(): Promise<readonly BenchLine[]> {
  const results = await withReceivers(async (servers) => [
    ...(await compareRates(servers, 16)),
    ...(await compareRates(servers, 64)),
    ...(await compareLatency(servers)),
  ]);
  return [...results, ...(await traceSyncs()), ...(await compareWebhooksServer()), await compareLongLog()];
}

if (import.meta.main) report(await run());
