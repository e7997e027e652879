import {
  AckPolicy,
  DiscardPolicy,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
  type StreamInfo,
} from "@nats-io/jetstream";
import { Kvm } from "@nats-io/kv";
import { nanos } from "@nats-io/transport-node";
import type { Connection } from "./connect.ts";
import { bucketStream, type LogNames, subjects } from "./names.ts";
import { isMissing, natsError } from "./nats-error.ts";

/** Settings of the streams of a log. */
export interface StreamSettings {
  /** Copies of each stream on different servers; null for 3 on a cluster, and 1 otherwise. */
  readonly replicas: number | null;
  /** Age after which deliveries and their events are removed, in milliseconds. */
  readonly maxAgeMs: number;
  /** Maximum size, beyond which the oldest deliveries are removed, in bytes; null for no limit. */
  readonly maxBytes: number | null;
  /** Time after which a forward of a receiver that has ended is resumed by another one, in milliseconds. */
  readonly ackWaitMs: number;
  /** Maximum number of forwards that wait for a later attempt or are attempted. */
  readonly maxAckPending: number;
}

export const defaultStreamSettings: StreamSettings = {
  replicas: null,
  maxAgeMs: 30 * 24 * 60 * 60 * 1000,
  maxBytes: null,
  ackWaitMs: 60_000,
  maxAckPending: 100_000,
};

/** Time in which a message that is sent again is recognized, in milliseconds; longer than an append retries. */
const duplicateWindowMs = 120_000;

/** Age at which a receiver with an old entry counts as ended, in milliseconds. */
export const receiverTtlMs = 10_000;

/** Streams of an existing log. */
export interface LogStreams {
  readonly deliveries: StreamInfo;
  readonly events: StreamInfo;
  readonly forwards: StreamInfo;
}

/**
 * Creates the streams, the consumer and the bucket of a log, or applies the settings to existing ones.
 * @throws {StoreUnreachableError | StoreDeniedError}
 */
export async function createStreams(
  { nats, address }: Connection,
  names: LogNames,
  settings: StreamSettings = defaultStreamSettings,
): Promise<void> {
  const replicas = settings.replicas ?? (nats.info?.cluster === undefined ? 1 : 3);
  const common = { storage: StorageType.File, num_replicas: replicas, allow_direct: true };
  const limited = {
    ...common,
    retention: RetentionPolicy.Limits,
    discard: DiscardPolicy.Old,
    duplicate_window: nanos(duplicateWindowMs),
    max_age: nanos(settings.maxAgeMs),
    max_bytes: settings.maxBytes ?? -1,
  };
  try {
    const manager = await jetstreamManager(nats);
    await putStream(manager, {
      ...limited,
      name: names.deliveries,
      subjects: [subjects.deliveries(names.log)],
    });
    await putStream(manager, { ...limited, name: names.events, subjects: [subjects.events(names.log)] });
    await putStream(manager, {
      ...common,
      name: names.forwards,
      subjects: [subjects.forwards(names.log)],
      retention: RetentionPolicy.Workqueue,
      // A new version of a job replaces the old one, whose delivery the server ends in the same step.
      max_msgs_per_subject: 1,
      duplicate_window: nanos(duplicateWindowMs),
    });
    await manager.consumers.add(names.forwards, {
      durable_name: names.forwards,
      ack_policy: AckPolicy.Explicit,
      max_deliver: -1,
      ack_wait: nanos(settings.ackWaitMs),
      max_ack_pending: settings.maxAckPending,
    });
    await new Kvm(nats).create(names.receivers, { ttl: receiverTtlMs, replicas, storage: StorageType.File });
    await manager.streams.update(bucketStream(names.receivers), { num_replicas: replicas });
  } catch (error) {
    throw natsError(error, address);
  }
}

async function putStream(
  manager: JetStreamManager,
  config: Partial<StreamConfig> & Pick<StreamConfig, "name">,
): Promise<void> {
  try {
    await manager.streams.info(config.name);
  } catch (error) {
    if (!isMissing(error)) throw error;
    await manager.streams.add(config);
    return;
  }
  await manager.streams.update(config.name, config);
}

/**
 * Reads the streams of a log.
 * @throws {StoreMissingError} the log was not created completely
 * @throws {StoreUnreachableError | StoreDeniedError}
 */
export async function readStreams({ nats, address }: Connection, names: LogNames): Promise<LogStreams> {
  try {
    const { streams } = await jetstreamManager(nats, { checkAPI: false });
    const [deliveries, events, forwards] = await Promise.all([
      streams.info(names.deliveries),
      streams.info(names.events),
      streams.info(names.forwards),
      streams.info(bucketStream(names.receivers)),
    ]);
    return { deliveries, events, forwards };
  } catch (error) {
    throw natsError(error, address);
  }
}

/** Returns a limit of a stream or a consumer; null for none, which the server writes as -1. */
export function limitOf(value: number | undefined): number | null {
  return value === undefined || value <= 0 ? null : value;
}
