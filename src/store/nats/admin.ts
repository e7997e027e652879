import { randomUUID } from "node:crypto";
import { type ConsumerInfo, JetStreamApiError, jetstreamManager, type StreamInfo } from "@nats-io/jetstream";
import { errors, millis } from "@nats-io/transport-node";
import { UsageError } from "../../model/errors.ts";
import type {
  Initialized,
  ReportedReplicas,
  StoreAdmin,
  StoreLimits,
  StorePart,
  StoreReport,
} from "../admin.ts";
import type { DeliveryLog } from "../delivery-log.ts";
import { readProjection } from "../sqlite/deliveries/projection-position.ts";
import type { NatsAddress } from "./address.ts";
import { type Connection, connectNats } from "./connect.ts";
import { guaranteeOf } from "./guarantee.ts";
import { readSync } from "./monitor.ts";
import { bucketStream, type LogNames, namesOf } from "./names.ts";
import { causeOf, isMissing, natsError } from "./nats-error.ts";
import { projectionDir } from "./projection/directory.ts";
import { readReceivers } from "./receivers.ts";
import { changedLimits, settingsOf, withLimits } from "./settings.ts";
import { createStreams, defaultStreamSettings, limitOf, type StreamSettings } from "./streams.ts";

/** Parts of a store that its administration uses. */
export interface AdminParts {
  readonly dataDir: string;
  readonly address: NatsAddress;
  /** Opens a log for writing. */
  openLog(address: NatsAddress): Promise<DeliveryLog>;
}

/** Time after which a stream that does not respond has no leader, in milliseconds. */
const respondMs = 3_000;

/**
 * Connects to the administration of a log.
 * @throws {StoreUnreachableError | StoreDeniedError | UsageError}
 */
export async function openNatsAdmin({ dataDir, address, openLog }: AdminParts): Promise<StoreAdmin> {
  const connection = await connectNats(address);
  const names = namesOf(address.name);
  return {
    init: (limits, dryRun = false) => init(connection, names, limits, dryRun),
    report: (monitorUrl) => report(connection, names, { dataDir, monitorUrl }),
    async openScratch() {
      const scratch = { ...address, name: `${address.name.slice(0, 40)}-bench-${randomUUID().slice(0, 8)}` };
      const scratchNames = namesOf(scratch.name);
      const existing = await findStream(connection, names.deliveries);
      await createStreams(connection, scratchNames, {
        ...defaultStreamSettings,
        replicas: existing?.config.num_replicas ?? null,
      });
      const remove = () => deleteStreams(connection, scratchNames);
      try {
        const log = await openLog(scratch);
        return {
          log,
          async close() {
            await log.close();
            await remove();
          },
        };
      } catch (error) {
        await remove();
        throw error;
      }
    },
    close: () => connection.close(),
  };
}

/** Names of the streams of a log, in the order of a report. */
function streamsOf(names: LogNames): readonly string[] {
  return [names.deliveries, names.events, names.forwards, bucketStream(names.receivers)];
}

/** Creates missing streams. Settings that are not given keep the values of existing streams. */
async function init(
  connection: Connection,
  names: LogNames,
  limits: StoreLimits,
  dryRun: boolean,
): Promise<Initialized> {
  const all = streamsOf(names);
  const found = await Promise.all(all.map((name) => findStream(connection, name)));
  const [deliveries = null] = found;
  const consumer = await findConsumer(connection, names.forwards);
  const before = deliveries === null ? null : settingsOf(deliveries, consumer);
  const after = withLimits(before ?? defaultStreamSettings, limits);
  if (!dryRun) await applySettings(connection, names, after);
  return {
    created: all.filter((_, index) => found[index] === null),
    existing: all.filter((_, index) => found[index] !== null),
    changed: before === null ? [] : changedLimits(before, after),
    next: `Receivers and readers use it with --store ${connection.address.shown}, each with its own credentials`,
  };
}

async function applySettings(
  connection: Connection,
  names: LogNames,
  settings: StreamSettings,
): Promise<void> {
  try {
    await createStreams(connection, names, settings);
  } catch (error) {
    const cause = causeOf(error);
    if (!(cause instanceof JetStreamApiError) || cause.status === 503) throw error;
    throw new UsageError({
      what: `${connection.address.shown} cannot create these streams`,
      why: cause.message,
      hint: "Choose other values for hooklens store init",
      cause: error,
    });
  }
}

interface ReportOptions {
  readonly dataDir: string;
  readonly monitorUrl: string | null;
}

async function report(
  connection: Connection,
  names: LogNames,
  { dataDir, monitorUrl }: ReportOptions,
): Promise<StoreReport> {
  const { nats, address } = connection;
  const [deliveries, ...others] = await Promise.all(streamsOf(names).map((name) => partOf(connection, name)));
  if (deliveries === undefined) throw new Error("a log has streams");
  const parts = [deliveries.part, ...others.map(({ part }) => part)];
  const leaderless = parts.filter(({ replicas }) => replicas === null || replicas.leader === null);
  const { replicas } = deliveries.part;
  const forwards = await responseOf(() => forwardsOf(connection, names));
  const receivers = await responseOf(() => readReceivers(connection, names));
  const { waiting, limit } = forwards ?? noForwards;
  const isFull = limit !== null && waiting >= limit;
  const isSynced = monitorUrl === null ? null : await readSync(monitorUrl);
  const { info } = nats;
  return {
    guarantee:
      replicas === null || replicas.leader === null
        ? "no delivery is acknowledged while the stream has no leader"
        : guaranteeOf(replicas.of, isSynced),
    server: {
      name: info?.server_name ?? "",
      cluster: info?.cluster ?? null,
      version: info?.version ?? "",
    },
    parts,
    forwards: forwards ?? noForwards,
    receivers: receivers ?? [],
    projection: readProjection(projectionDir(dataDir, address), deliveries.lastSeq),
    problems: [
      ...leaderless.map(
        ({ name }) => `the stream ${name} has no leader: too few of its servers run, or they elect one now`,
      ),
      ...(forwards === null ? ["the queue of forwards does not respond"] : []),
      ...(receivers === null ? ["the list of receivers does not respond"] : []),
      ...(isFull ? ["the queue of forwards is full; raise --max-ack-pending of hooklens store init"] : []),
    ],
  };
}

const noForwards: StoreReport["forwards"] = { waiting: 0, leased: null, limit: null, unreadable: null };

async function forwardsOf(connection: Connection, names: LogNames): Promise<StoreReport["forwards"]> {
  const consumer = await findConsumer(connection, names.forwards);
  return {
    // A forward that waits for its next attempt is pending its acknowledgment, too.
    waiting: (consumer?.num_pending ?? 0) + (consumer?.num_ack_pending ?? 0),
    leased: null,
    limit: limitOf(consumer?.config.max_ack_pending),
    unreadable: null,
  };
}

interface ReadPart {
  readonly part: StorePart;
  readonly lastSeq: number;
}

/** Reads a stream. One that does not respond has no leader. @throws {StoreMissingError | StoreDeniedError} */
async function partOf(connection: Connection, name: string): Promise<ReadPart> {
  try {
    const { streams } = await managerOf(connection);
    const { config, state, cluster } = await streams.info(name);
    const part = {
      name,
      messages: state.messages,
      bytes: state.bytes,
      maxAgeMs: config.max_age === 0 ? null : millis(config.max_age),
      maxBytes: limitOf(config.max_bytes),
      consumers: state.consumer_count,
      replicas: replicasOf(config.num_replicas, cluster, connection.nats.info?.server_name),
    };
    return { part, lastSeq: state.last_seq };
  } catch (error) {
    if (!isSilent(error)) throw natsError(error, connection.address);
    const unknown = { messages: null, bytes: null, maxAgeMs: null, maxBytes: null, consumers: null };
    return { part: { name, ...unknown, replicas: null }, lastSeq: 0 };
  }
}

function replicasOf(
  of: number,
  cluster: StreamInfo["cluster"],
  server: string | undefined,
): ReportedReplicas {
  // A server that is not clustered names no leader.
  if (cluster === undefined) return { of, leader: server ?? null, peers: [] };
  const peers = (cluster.replicas ?? []).map(({ name, current, offline, lag }) => ({
    name,
    isCurrent: current,
    // Servers omit it for a replica that is not known to be offline.
    isOffline: (offline as boolean | undefined) ?? false,
    lag: lag ?? 0,
  }));
  return { of, leader: cluster.leader ?? null, peers };
}

/** Returns null if nobody responds. */
async function responseOf<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isSilent(error)) return null;
    throw error;
  }
}

/** Returns true if the servers are connected, and nobody responds for a stream. */
function isSilent(error: unknown): boolean {
  const cause = causeOf(error);
  return (
    cause instanceof errors.TimeoutError ||
    cause instanceof errors.NoRespondersError ||
    (cause instanceof JetStreamApiError && cause.status === 503)
  );
}

/** Returns null for a stream that does not exist. */
async function findStream(connection: Connection, name: string): Promise<StreamInfo | null> {
  return found(connection, async () => (await managerOf(connection)).streams.info(name));
}

/** Returns null for a consumer that does not exist. */
async function findConsumer(connection: Connection, stream: string): Promise<ConsumerInfo | null> {
  return found(connection, async () => (await managerOf(connection)).consumers.info(stream, stream));
}

async function found<T>({ address }: Connection, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isMissing(error)) return null;
    throw natsError(error, address);
  }
}

async function deleteStreams(connection: Connection, names: LogNames): Promise<void> {
  const { streams } = await managerOf(connection);
  await Promise.all(streamsOf(names).map((name) => streams.delete(name)));
}

function managerOf({ nats }: Connection) {
  return jetstreamManager(nats, { checkAPI: false, timeout: respondMs });
}
