import {
  appendName,
  bareName,
  type ReceiverKind,
  receiverKinds,
  type ReceiveServers,
} from "./receive-kinds.ts";
import { load } from "./receive-load.ts";
import { type BenchResult, compareRounds, pairsOf } from "./result.ts";

/** Minimum ratio of a receiver without a handler to the limit that keeps the bodies; other ratios are only reported. */
const inboxAim = 0.8;

const rounds = 7;
const seconds = 1;

/**
 * Runs the limits and the receivers in turn for several rounds, so that other work of the machine affects all;
 * reports the medians of the ratios.
 */
export async function compareRates(
  { bare, append, ports }: ReceiveServers,
  connections: number,
): Promise<readonly BenchResult[]> {
  const bareRates: number[] = [];
  const appendRates: number[] = [];
  const rates: Record<ReceiverKind, number[]> = { inbox: [], handler: [], module: [] };
  const rateOf = async (port: number): Promise<number> => (await load(port, { connections, seconds })).rate;
  for (let round = 0; round < rounds; round += 1) {
    bareRates.push(await rateOf(bare));
    appendRates.push(await rateOf(append));
    for (const kind of Object.keys(rates) as ReceiverKind[]) rates[kind].push(await rateOf(ports[kind]));
  }
  const result = (
    what: string,
    values: readonly number[],
    limit: { readonly what: string; readonly values: readonly number[] },
    least: number | null,
  ): BenchResult =>
    compareRounds({
      what: `${what}, ${connections} connections`,
      unit: "1/s",
      pairs: pairsOf(values, limit.values),
      peer: limit.what,
      aim: least === null ? null : { least },
    });
  const ofAppend = { what: appendName, values: appendRates };
  return [
    result(`deliveries by ${appendName}`, appendRates, { what: bareName, values: bareRates }, null),
    ...(Object.entries(rates) as [ReceiverKind, number[]][]).map(([kind, values]) =>
      result(
        `durable deliveries with a secret, ${receiverKinds[kind]}`,
        values,
        ofAppend,
        kind === "inbox" ? inboxAim : null,
      ),
    ),
  ];
}
