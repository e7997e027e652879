import { limitName, type ReceiverKind, receiverKinds, type ReceiveServers } from "./receive-kinds.ts";
import { load } from "./receive-load.ts";
import { type BenchResult, median } from "./result.ts";

const steady = { connections: 32, seconds: 3, perSecond: 1_000 };
const rounds = 5;
const mostMs = 5;

/** The 99th percentile of the time to an answer at a steady rate far below what they can do, the limit and the receivers in turn. */
export async function compareLatency({ limit, ports }: ReceiveServers): Promise<readonly BenchResult[]> {
  const limits: number[] = [];
  const times: Record<ReceiverKind, number[]> = { inbox: [], handler: [], module: [] };
  for (let round = 0; round < rounds; round += 1) {
    limits.push((await load(limit, steady)).p99Ms);
    for (const kind of Object.keys(times) as ReceiverKind[]) {
      times[kind].push((await load(ports[kind], steady)).p99Ms);
    }
  }
  return (Object.entries(times) as [ReceiverKind, number[]][]).map(([kind, values]) => ({
    what: `time to the answer at 1,000/s, 99th percentile, ${receiverKinds[kind]}`,
    value: median(values),
    unit: "ms",
    limit: { what: limitName, value: median(limits) },
    ratio: median(values) / median(limits),
    aim: `<= ${mostMs} ms`,
    ok: median(values) <= mostMs,
  }));
}
