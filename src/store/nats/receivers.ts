import { hostname } from "node:os";
import process from "node:process";
import { jetstreamManager } from "@nats-io/jetstream";
import { type KV, Kvm } from "@nats-io/kv";
import { z } from "zod";
import type { AnnouncedReceiver } from "../delivery-log.ts";
import type { Connection } from "./connect.ts";
import { bucketStream, type LogNames } from "./names.ts";
import { natsError } from "./nats-error.ts";

/** Interval at which a running receiver renews its entry, in milliseconds. */
const renewMs = 3_000;

const valueSchema = z.object({
  host: z.string(),
  pid: z.number(),
  url: z.string(),
  version: z.string(),
  startedAt: z.string(),
});

/** Receiver that runs, on any machine. */
export interface RunningReceiver extends z.infer<typeof valueSchema> {
  /** ID of its process, which its deliveries name. */
  readonly id: string;
}

/** Entry of a receiver, which is renewed until it is closed. */
export interface ReceiverEntry {
  /** Removes the entry. */
  close(): Promise<void>;
}

/**
 * Announces that a receiver runs. Its deliveries without an outcome are interrupted once its entry has expired.
 * @param isWritable returns false while the account may not store deliveries, nor the entry
 * @throws {StoreUnreachableError | StoreDeniedError | StoreMissingError}
 */
export async function announceReceiver(
  connection: Connection,
  names: LogNames,
  id: string,
  { url, version }: AnnouncedReceiver,
  isWritable: () => boolean,
): Promise<ReceiverEntry> {
  const bucket = await openBucket(connection, names).catch((error: unknown) => {
    throw natsError(error, connection.address);
  });
  const startedAt = new Date().toISOString();
  const value = JSON.stringify({ host: hostname(), pid: process.pid, url, version, startedAt });
  // A lost entry returns with the next renewal.
  const renew = async (): Promise<unknown> =>
    connection.isConnected() && isWritable() ? bucket.put(id, value).catch(() => null) : null;
  const timer = setInterval(() => void renew(), renewMs);
  const forget = connection.onChange(() => void renew());
  await renew();
  return {
    async close() {
      clearInterval(timer);
      forget();
      if (connection.isConnected() && isWritable()) await bucket.delete(id).catch(() => null);
    },
  };
}

/**
 * Returns the receivers that run. After an outage of the servers, entries may be missing for the time of one renewal.
 * @throws {StoreUnreachableError | StoreDeniedError | StoreMissingError}
 */
export async function readReceivers(
  connection: Connection,
  names: LogNames,
): Promise<readonly RunningReceiver[]> {
  const { nats, address } = connection;
  try {
    // Not `keys` of the bucket: it creates a consumer, which servers before 2.10 may place on a server that is down.
    const { streams } = await jetstreamManager(nats, { checkAPI: false });
    const prefix = `$KV.${names.receivers}.`;
    const { state } = await streams.info(bucketStream(names.receivers), { subjects_filter: `${prefix}>` });
    const bucket = await openBucket(connection, names);
    const ids = Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
    const entries = await Promise.all(ids.map((id) => bucket.get(id)));
    return entries.flatMap((entry) => {
      const value = entry?.operation === "PUT" ? valueSchema.safeParse(parsed(entry.string())) : null;
      return entry !== null && value?.success === true ? [{ id: entry.key, ...value.data }] : [];
    });
  } catch (error) {
    throw natsError(error, address);
  }
}

function openBucket({ nats }: Connection, names: LogNames): Promise<KV> {
  return new Kvm(nats).open(names.receivers, { allow_direct: true });
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
