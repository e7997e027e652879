import { isDeepStrictEqual } from "node:util";
import { jetstreamManager, type StreamInfo } from "@nats-io/jetstream";
import type { DeliveryLog } from "../delivery-log.ts";
import type { StoreStatus } from "../status.ts";
import type { Connection } from "./connect.ts";
import { guaranteeOf } from "./guarantee.ts";
import type { LogNames } from "./names.ts";
import { limitOf } from "./streams.ts";

/** The part of a log that tells its condition. */
export interface LogStatus extends Pick<DeliveryLog, "status" | "onStatus"> {
  close(): void;
}

/** Parts of the log that its status reads. */
export interface StatusSources {
  readonly connection: Connection;
  readonly names: LogNames;
  /** Stream of deliveries, as it was read last. */
  readonly stream: StreamInfo;
  readonly isWritable: () => boolean;
  /** Verifies that the servers store. */
  readonly verify: () => Promise<void>;
  /** Returns the progress of this process with the log. */
  readonly progress: () => Pick<StoreStatus, "lag" | "catchUp">;
}

/** Interval of requests to the servers, in milliseconds. */
const pollMs = 2_000;

/** Watches the condition of a log. */
export async function watchStatus(sources: StatusSources): Promise<LogStatus> {
  const { connection, names, isWritable, verify, progress } = sources;
  const { nats, address } = connection;
  const manager = await jetstreamManager(nats, { checkAPI: false });
  const listeners: (() => void)[] = [];
  let { stream } = sources;
  let forwards: StoreStatus["forwards"] = null;
  let sinceMs = Date.now();
  let info = nats.info;
  let told: StoreStatus | null = null;
  let timer: NodeJS.Timeout | null = null;

  async function poll(): Promise<void> {
    timer = null;
    if (connection.isConnected()) {
      const [deliveries, consumer] = await Promise.allSettled([
        manager.streams.info(names.deliveries),
        manager.consumers.info(names.forwards, names.forwards),
        verify(),
      ]);
      if (deliveries.status === "fulfilled") stream = deliveries.value;
      if (consumer.status === "fulfilled") {
        const { num_pending: pending, num_ack_pending: taken, config } = consumer.value;
        forwards = { waiting: pending + taken, limit: limitOf(config.max_ack_pending) };
      }
    }
    tell();
    if (isOpen) timer = setTimeout(() => void poll(), pollMs).unref();
  }

  function tell(): void {
    const now = status();
    if (isDeepStrictEqual(now, told)) return;
    told = now;
    for (const listener of listeners) listener();
  }

  const forget = connection.onChange(() => {
    sinceMs = Date.now();
    tell();
  });

  function status(): StoreStatus {
    info = nats.info ?? info;
    const { config, cluster } = stream;
    const followers = cluster?.replicas ?? [];
    const current = followers.filter((peer) => peer.current && !peer.offline).length;
    const hasLeader = cluster === undefined || cluster.leader !== undefined;
    return {
      kind: "nats",
      address: address.shown,
      name: names.log,
      connected: connection.isConnected(),
      sinceMs,
      server: info?.server_name ?? null,
      cluster: info?.cluster ?? null,
      version: info?.version ?? null,
      replicas: { current: current + (hasLeader ? 1 : 0), of: config.num_replicas },
      isWritable: isWritable(),
      forwards,
      ...progress(),
      guarantee: guaranteeOf(config.num_replicas, null),
    };
  }

  let isOpen = true;
  await poll();
  return {
    status,
    onStatus: (listener) => void listeners.push(listener),
    close() {
      isOpen = false;
      if (timer !== null) clearTimeout(timer);
      forget();
    },
  };
}
