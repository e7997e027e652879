import { syncTimes } from "./machine.ts";
import { bareName, type ReceiverKind, receiverKinds, type ReceiveServers } from "./receive-kinds.ts";
import { load } from "./receive-load.ts";
import { type BenchResult, compareRounds, pairsOf, percentile } from "./result.ts";

const steady = { connections: 32, seconds: 3, perSecond: 1_000 };
const rounds = 5;

/**
 * Measures the 99th percentile of the time to a response far below saturation, compared with bare node:http
 * and one fdatasync, in turn.
 */
export async function compareLatency({ bare, ports }: ReceiveServers): Promise<readonly BenchResult[]> {
  const limits: number[] = [];
  const syncs: number[] = [];
  const times: Record<ReceiverKind, number[]> = { inbox: [], handler: [], module: [] };
  for (let round = 0; round < rounds; round += 1) {
    syncs.push(percentile(await syncTimes(), 0.99));
    limits.push((await load(bare, steady)).p99Ms);
    for (const kind of Object.keys(times) as ReceiverKind[]) {
      times[kind].push((await load(ports[kind], steady)).p99Ms);
    }
  }
  const result = (what: string, values: readonly number[]): BenchResult =>
    compareRounds({
      what: `99th percentile of ${what}`,
      unit: "ms",
      pairs: pairsOf(values, limits),
      peer: bareName,
      aim: null,
    });
  return [
    result("one page written and fdatasync", syncs),
    ...(Object.entries(times) as [ReceiverKind, number[]][]).map(([kind, values]) =>
      result(`the time to a response at 1,000/s, ${receiverKinds[kind]}`, values),
    ),
  ];
}
