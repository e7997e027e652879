import { limitName, type ReceiverKind, receiverKinds, type ReceiveServers } from "./receive-kinds.ts";
import { load } from "./receive-load.ts";
import { type BenchResult, median } from "./result.ts";

/**
 * Minimum ratio to the limit's rate for a receiver without a handler, by connections; other ratios are only
 * reported.
 */
const inboxAims = { 16: 0.7, 64: 0.6 } as const;

const rounds = 5;
const seconds = 2;

/**
 * Runs the limit and the receivers in turn for several rounds, so that other work of the machine affects all;
 * reports the medians of the ratios.
 */
export async function compareRates(
  { limit, ports }: ReceiveServers,
  connections: 16 | 64,
): Promise<readonly BenchResult[]> {
  const limits: number[] = [];
  const rates: Record<ReceiverKind, number[]> = { inbox: [], handler: [], module: [] };
  for (let round = 0; round < rounds; round += 1) {
    limits.push((await load(limit, { connections, seconds })).rate);
    for (const kind of Object.keys(rates) as ReceiverKind[]) {
      rates[kind].push((await load(ports[kind], { connections, seconds })).rate);
    }
  }
  return (Object.entries(rates) as [ReceiverKind, number[]][]).map(([kind, values]) => {
    const ratio = median(values.map((value, round) => value / (limits[round] ?? Number.NaN)));
    const aim = kind === "inbox" ? inboxAims[connections] : null;
    return {
      what: `durable deliveries with a secret, ${receiverKinds[kind]}, ${connections} connections`,
      value: median(values),
      unit: "1/s",
      limit: { what: limitName, value: median(limits) },
      ratio,
      aim: aim === null ? null : `>= ${aim}x`,
      ok: aim === null || ratio >= aim,
    };
  });
}
