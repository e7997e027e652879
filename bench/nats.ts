import { randomUUID } from "node:crypto";
import { jetstream } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { parseNatsAddress } from "../src/store/nats/address.ts";
import { connectNats } from "../src/store/nats/connect.ts";
import { deliveryHeader, encodeDelivery } from "../src/store/nats/messages/delivery.ts";
import { namesOf, subjects } from "../src/store/nats/names.ts";
import { createStreams } from "../src/store/nats/streams.ts";
import { natsServerFile, startNatsCluster, startNatsServer } from "../test/support/nats-server.ts";
import { benchDelivery } from "./append-delivery.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { load } from "./receive-load.ts";
import { type BenchLine, type BenchResult, compareRounds, report } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

export const question =
  "How many deliveries per second does the receiver make durable on NATS servers, compared with a server that only awaits the same publish?";

const connections = 64;
const seconds = 2;
const rounds = 3;
const aim = 0.6;

/** Numbers of receivers; each gets its part of the connections. */
const numbers = [1, 2, 3] as const;

/** Returns the acknowledged messages per second of a connection that does nothing else. */
async function publishRate(store: string): Promise<number> {
  const { nats, address, close } = await connectNats(parseNatsAddress(store));
  const stream = jetstream(nats);
  const delivery = benchDelivery();
  const subject = subjects.delivery(address.name, delivery);
  const { header, data } = encodeDelivery(delivery, "bench");
  const startedMs = performance.now();
  let published = 0;
  async function publish(): Promise<void> {
    while (performance.now() - startedMs < seconds * 1_000) {
      const fields = headers();
      fields.set(deliveryHeader, header);
      await stream.publish(subject, data, { headers: fields, msgID: randomUUID() });
      published += 1;
    }
  }
  await Promise.all(Array.from({ length: connections }, publish));
  const rate = (published / (performance.now() - startedMs)) * 1_000;
  await close();
  return rate;
}

/** Returns the responses per second of several servers together. */
async function rateOf(ports: readonly number[]): Promise<number> {
  const each = Math.floor(connections / ports.length);
  const results = await Promise.all(ports.map((port) => load(port, { connections: each, seconds })));
  return results.reduce((sum, { rate }) => sum + rate, 0);
}

/** Rates of one round. */
interface Round {
  readonly publish: number;
  readonly limit: number;
  /** Rates of one, two and three receivers. */
  readonly receivers: readonly number[];
}

async function measure(store: string): Promise<readonly Round[]> {
  const connection = await connectNats(parseNatsAddress(store));
  await createStreams(connection, namesOf(connection.address.name));
  await connection.close();
  const directories = await Promise.all(numbers.map((number) => makeBenchDir(`nats-${number}`)));
  const servers = [
    start("nats-limit.ts", store),
    ...directories.map(({ path }) => start("nats-receiver.ts", path, store)),
  ];
  try {
    const [limit = 0, ...receivers] = await Promise.all(servers.map(portOf));
    for (const port of [limit, ...receivers]) await load(port, { connections, seconds: 1 });
    const measured: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const publish = await publishRate(store);
      const bare = await rateOf([limit]);
      const rates: number[] = [];
      for (const number of numbers) rates.push(await rateOf(receivers.slice(0, number)));
      measured.push({ publish, limit: bare, receivers: rates });
    }
    return measured;
  } finally {
    await Promise.all(servers.map(stop));
    await Promise.all(directories.map(({ remove }) => remove()));
  }
}

function resultsOf(measured: readonly Round[], place: string, least: number | null): readonly BenchResult[] {
  return numbers.map((number, index): BenchResult => {
    const isFirst = number === 1;
    return compareRounds({
      what: `durable deliveries, ${number} ${isFirst ? "receiver" : "receivers"}, ${place}, ${connections} connections`,
      unit: "1/s",
      pairs: measured.map(({ publish, limit, receivers }) => ({
        value: receivers[index] ?? Number.NaN,
        limit: isFirst ? limit : publish,
      })),
      peer: isFirst ? "node:http that awaits the same publish" : `publish alone, ${connections} in flight`,
      aim: isFirst && least !== null ? { least } : null,
    });
  });
}

/** Runs one server, then a cluster of three. Servers, receivers and load are separate processes of one machine. */
export async function run(): Promise<readonly BenchLine[]> {
  if (natsServerFile === null)
    return [{ what: "durable deliveries on NATS servers", why: "skipped: no nats-server" }];
  const results: BenchResult[] = [];
  const server = await startNatsServer();
  try {
    results.push(...resultsOf(await measure(`${server.url}/bench`), "one server", aim));
  } finally {
    await server.close();
  }
  const cluster = await startNatsCluster();
  try {
    results.push(...resultsOf(await measure(`${cluster.url}/bench`), "three replicas", null));
  } finally {
    await cluster.close();
  }
  return results;
}

if (import.meta.main) report(await run());
