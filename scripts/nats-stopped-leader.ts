// Shows that a NATS cluster may keep different messages on its replicas after its leader was stopped and continued
// (SIGSTOP, SIGCONT), with the NATS clients alone: prints the acknowledged messages that each replica lacks.
//   HOOKLENS_NATS_SERVER=/path/to/nats-server node scripts/nats-stopped-leader.ts
import { setTimeout as pause } from "node:timers/promises";
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager, StorageType } from "@nats-io/jetstream";
import { connect, headers } from "@nats-io/transport-node";
import { startNatsCluster } from "../test/support/nats-server.ts";

const count = 20_000;
const perSecond = 2_000;
const stream = "messages";

const { servers, close } = await startNatsCluster();

function open() {
  return connect({
    servers: servers.map(({ port }) => `127.0.0.1:${port}`),
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    pingInterval: 1_000,
  });
}

const client = await open();
const manager = await jetstreamManager(client);
await manager.streams.add({ name: stream, subjects: ["m.*"], storage: StorageType.File, num_replicas: 3 });

/** Numbers of the acknowledged messages, and their sequences in the stream. */
const acknowledged = new Map<number, number>();
let sent = 0;

/** Publishes messages, each again with its ID until it is acknowledged. */
async function publish(): Promise<void> {
  const publisher = await open();
  const startedMs = performance.now();
  while (sent < count) {
    const number = sent++;
    await pause(Math.max(0, (number * 1000) / perSecond - (performance.now() - startedMs)));
    const id = headers();
    id.set("Nats-Msg-Id", String(number));
    while (!acknowledged.has(number)) {
      const seq = await jetstream(publisher, { timeout: 1_000 })
        .publish(`m.${number}`, new Uint8Array(1_500), { headers: id })
        .then(
          (answer) => answer.seq,
          () => null,
        );
      if (seq === null) await pause(100);
      else acknowledged.set(number, seq);
    }
  }
  await publisher.close();
}

async function acknowledgedAtLeast(number: number): Promise<void> {
  while (acknowledged.size < number) await pause(10);
}

/** Reads the stream from one replica: that of the server on which its consumer happens to be. */
async function readReplica(): Promise<{
  readonly server: string;
  readonly seqs: ReadonlyMap<number, number>;
}> {
  const { name, cluster } = await manager.consumers.add(stream, {
    ack_policy: AckPolicy.None,
    deliver_policy: DeliverPolicy.All,
    num_replicas: 1,
    mem_storage: true,
  });
  const seqs = new Map<number, number>();
  const consumer = await jetstream(client).consumers.get(stream, name);
  for await (const { subject, seq, info } of await consumer.consume()) {
    seqs.set(Number(subject.slice(2)), seq);
    if (info.pending === 0) break;
  }
  await manager.consumers.delete(stream, name);
  return { server: cluster?.leader ?? "", seqs };
}

const published = Promise.all(Array.from({ length: 96 }, publish));
await acknowledgedAtLeast(count / 2);
const { cluster } = await manager.streams.info(stream);
const leader = servers.find(({ name }) => name === cluster?.leader);
console.log(`the leader ${leader?.name} is stopped`);
await leader?.pause();
await acknowledgedAtLeast((count * 3) / 4);
console.log("and continued");
leader?.resume();
await published;

const replicas = new Map<string, ReadonlyMap<number, number>>();
for (let reads = 0; replicas.size < servers.length && reads < 60; reads += 1) {
  // JetStream is unavailable until the cluster has settled.
  const replica = await readReplica().catch(() => null);
  if (replica !== null) replicas.set(replica.server, replica.seqs);
  await pause(500);
}
for (const [server, seqs] of replicas) {
  const missing = [...acknowledged.keys()].filter((number) => !seqs.has(number));
  const moved = [...acknowledged].filter(([number, seq]) => seqs.has(number) && seqs.get(number) !== seq);
  console.log(
    `replica of ${server}: ${missing.length} of ${count} acknowledged messages missing, ${moved.length} at another sequence`,
  );
}
await client.close();
await close();
