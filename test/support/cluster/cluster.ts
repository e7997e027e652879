import { once } from "node:events";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { onTestFinished } from "vitest";
import { defaultLogName, parseNatsAddress } from "../../../src/store/nats/address.ts";
import { connectNats } from "../../../src/store/nats/connect.ts";
import { namesOf } from "../../../src/store/nats/names.ts";
import {
  createStreams,
  defaultStreamSettings,
  type StreamSettings,
} from "../../../src/store/nats/streams.ts";
import { makeCliHome } from "../cli.ts";
import { type NatsCluster, type NatsServer, startNatsCluster } from "../nats-server.ts";
import { type ReceiveProcess, startReceive } from "../receive-process.ts";

/** Delivery as it is in the stream. */
export interface StreamedDelivery {
  readonly seq: number;
  /** ID of the attempt of the sender. */
  readonly attempt: string;
}

/** Cluster of three servers with the streams of a log, and the receivers on it. */
export interface TestCluster {
  readonly nats: NatsCluster;
  /** Value of `--store`. */
  readonly store: string;
  readonly receivers: readonly RunningReceiver[];
  /** Returns the server that leads the stream of deliveries. */
  leader(): Promise<NatsServer>;
  /** Returns all deliveries of the stream, in order, as a client without hooklens reads them. */
  streamed(): Promise<readonly StreamedDelivery[]>;
}

/** Receiver that can be killed and started again. */
export interface RunningReceiver {
  /** Port of the running process, or of the last one. */
  port(): number;
  /** Holds its forwards, or resumes them. */
  hold(isHeld: boolean): Promise<void>;
  /** Kills it with SIGKILL. Resolves when the process has ended. */
  kill(): Promise<void>;
  /** Starts a new process on the same data directory. Resolves when it listens. */
  restart(): Promise<void>;
}

/** Starts a cluster and receivers; all are ended after the test. */
export async function startCluster({
  receivers: count = 3,
  settings = {},
  receive = [],
}: {
  readonly receivers?: number;
  readonly settings?: Partial<StreamSettings>;
  /** More arguments of `receive`. */
  readonly receive?: readonly string[];
} = {}): Promise<TestCluster> {
  const nats = await startNatsCluster();
  const store = nats.url;
  const names = namesOf(defaultLogName);
  const connection = await connectNats(parseNatsAddress(store));
  onTestFinished(() => connection.close());
  const client = connection.nats;
  await createStreams(connection, names, { ...defaultStreamSettings, ...settings });
  const receivers = Array.from({ length: count }, () => defineReceiver(["--store", store, ...receive]));
  // One after another: on two cores, the servers have no time for the handshakes of all at once.
  for (const receiver of receivers) await receiver.restart();
  const stream = names.deliveries;
  return {
    nats,
    store,
    receivers,
    async leader() {
      const manager = await jetstreamManager(client);
      const { cluster } = await manager.streams.info(stream);
      const leader = nats.servers.find(({ name }) => name === cluster?.leader);
      if (!leader) throw new Error("the stream has no leader");
      return leader;
    },
    async streamed() {
      const manager = await jetstreamManager(client);
      const { state } = await manager.streams.info(stream);
      const all: StreamedDelivery[] = [];
      if (state.messages === 0) return all;
      const consumer = await jetstream(client).consumers.get(stream);
      for await (const message of await consumer.consume({ max_messages: 2_000 })) {
        const { webhook } = message.json<{ webhook: { id: string } }>();
        all.push({ seq: message.seq, attempt: webhook.id });
        if (message.seq >= state.last_seq) break;
      }
      return all;
    },
  };
}

function defineReceiver(args: readonly string[]): RunningReceiver {
  const at = makeCliHome();
  let running: ReceiveProcess | null = null;
  let port = 0;
  function start(): Promise<string> {
    running = startReceive(["--quiet", ...args], { at });
    return running.url();
  }
  return {
    port: () => port,
    async hold(isHeld) {
      const control = await running?.control();
      await control?.holdForward(isHeld);
    },
    async kill() {
      if (running === null) return;
      const gone = once(running.child, "close");
      running.child.kill("SIGKILL");
      await gone;
    },
    async restart() {
      // A start fails while the servers elect a leader; a service manager starts the receiver again.
      port = Number(new URL(await start().catch(start)).port);
    },
  };
}
