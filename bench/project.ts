import { randomUUID } from "node:crypto";
import { jetstream } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { lineLogger } from "../src/model/logger.ts";
import { parseNatsAddress } from "../src/store/nats/address.ts";
import { type Connection, connectNats } from "../src/store/nats/connect.ts";
import { deliveryHeader, encodeDelivery } from "../src/store/nats/messages/delivery.ts";
import { namesOf, subjects } from "../src/store/nats/names.ts";
import { follow } from "../src/store/nats/projection/follow.ts";
import { createStreams } from "../src/store/nats/streams.ts";
import { natsServerFile, startNatsServer } from "../test/support/nats-server.ts";
import { benchDelivery } from "./append-delivery.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchLine, compareRounds, report } from "./result.ts";

export const question =
  "How many deliveries per second does a machine copy from a NATS server into its tables, compared with only reading them?";

const deliveries = 100_000;
const inFlight = 256;
const rounds = 3;
const aim = 20_000;

/** Publishes deliveries of 1 kB, `inFlight` at a time. */
async function fill({ nats, address }: Connection): Promise<void> {
  const { log } = namesOf(address.name);
  const stream = jetstream(nats);
  let left = deliveries;
  async function publish(): Promise<void> {
    while (left > 0) {
      left -= 1;
      const delivery = { ...benchDelivery(), receivedAtMs: Date.now() };
      const fields = headers();
      const { header, data } = encodeDelivery(delivery, "bench");
      fields.set(deliveryHeader, header);
      await stream.publish(subjects.delivery(log, delivery), data, { headers: fields });
    }
  }
  await Promise.all(Array.from({ length: inFlight }, publish));
}

/** Deliveries per second, by the clock and of the time that this process computes. */
interface Pace {
  readonly perSecond: number;
  readonly perCpuSecond: number;
}

/** Returns the pace of a new projection, from the start of its thread to the last row. */
async function project(store: string, connection: Connection): Promise<Pace> {
  const { path: dir, remove } = await makeBenchDir("project");
  const startedMs = performance.now();
  const startedCpu = process.cpuUsage();
  const logger = lineLogger(console.error);
  const following = follow({ store, connection, dir, sinceMs: null, logger, background: null });
  try {
    await following.caughtUp();
    const { user, system } = process.cpuUsage(startedCpu);
    return {
      perSecond: (deliveries / (performance.now() - startedMs)) * 1_000,
      perCpuSecond: (deliveries / (user + system)) * 1_000_000,
    };
  } finally {
    await following.close();
    await remove();
  }
}

/** Returns the messages per second that the client reads without doing anything with them: the limit. */
async function read({ nats, address }: Connection): Promise<number> {
  const consumer = await jetstream(nats).consumers.get(namesOf(address.name).deliveries, {});
  const startedMs = performance.now();
  let count = 0;
  const messages = await consumer.consume({ max_messages: 1_000 });
  for await (const _ of messages) {
    count += 1;
    if (count === deliveries) break;
  }
  return (deliveries / (performance.now() - startedMs)) * 1_000;
}

export async function run(): Promise<readonly BenchLine[]> {
  if (natsServerFile === null) return [{ what: "projected deliveries", why: "skipped: no nats-server" }];
  const server = await startNatsServer();
  const store = `${server.url}/bench-${randomUUID()}`;
  const connection = await connectNats(parseNatsAddress(store));
  try {
    await createStreams(connection, namesOf(connection.address.name));
    await fill(connection);
    const pairs: { value: Pace; limit: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ limit: await read(connection), value: await project(store, connection) });
    }
    const peer = "read without decoding";
    const rate = compareRounds({
      what: "projected deliveries of 1 kB",
      unit: "1/s",
      pairs: pairs.map(({ value, limit }) => ({ value: value.perSecond, limit })),
      peer,
      aim: null,
    });
    return [
      { ...rate, aim: `>= ${aim.toLocaleString("en")}/s`, ok: rate.value >= aim },
      compareRounds({
        what: "projected deliveries of 1 kB per second of computing, also on a busy machine",
        unit: "1/s",
        pairs: pairs.map(({ value, limit }) => ({ value: value.perCpuSecond, limit })),
        peer,
        aim: null,
      }),
    ];
  } finally {
    await connection.close();
    await server.close();
  }
}

if (import.meta.main) report(await run());
