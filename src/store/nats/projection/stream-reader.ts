import { randomUUID } from "node:crypto";
import { AckPolicy, DeliverPolicy, jetstream, jetstreamManager, type JsMsg } from "@nats-io/jetstream";
import { errors, nanos } from "@nats-io/transport-node";
import type { Connection } from "../connect.ts";

/** Maximum number of requested messages, and of messages waiting to be projected. */
const maxMessages = 1_000;

/** Size of the messages that are requested at a time, in bytes, if they are as large as those before. */
const requestedBytes = 8 * 1024 * 1024;

/** Minimum size of waiting messages at which no more are requested, in bytes. */
const maxWaitingBytes = 16 * 1024 * 1024;

/** Time after which a request for messages is repeated, in milliseconds. */
const expiresMs = 5_000;

/** Interval at which the server shows that it still serves a request, in milliseconds. */
const heartbeatMs = 1_500;

/** Time after which the server forgets the consumer of a process that has ended, in milliseconds. */
const inactiveMs = 30_000;

/** Time that a server has to create a consumer, in milliseconds, and the number of attempts. */
const createMs = 1_000;
const createAttempts = 10;

/** Decoded message of a stream; null if it is not from hooklens. */
export interface Read<T> {
  readonly number: number;
  readonly bytes: number;
  readonly value: T | null;
}

/** Messages of a stream from a position on, in their order. */
export interface StreamReader<T> {
  /** Messages that were read and wait. */
  readonly waiting: readonly Read<T>[];
  /** Takes the first messages. */
  take(count: number): readonly Read<T>[];
  /** Resolves when the reading ends, and rejects if it fails. */
  readonly ended: Promise<void>;
  /** True if the stream had no messages after the position when the reading began. */
  readonly wasAtEnd: boolean;
  stop(): Promise<void>;
}

/** Stream, and the position to read from. */
export interface ReadFrom {
  readonly stream: string;
  /** Number of the last message that was read before. */
  readonly after: number;
  /** Average size of the messages of the stream, at least 1. */
  readonly averageBytes: number;
}

/**
 * Starts reading a stream.
 * @param onRead called after each message
 */
export async function readStream<T>(
  { nats }: Connection,
  { stream, after, averageBytes }: ReadFrom,
  decode: (message: JsMsg) => T | null,
  onRead: () => void,
): Promise<StreamReader<T>> {
  const { consumers } = jetstream(nats, { timeout: createMs });
  const consumer = await untilPlaced(() =>
    consumers.get(stream, {
      deliver_policy: DeliverPolicy.StartSequence,
      opt_start_seq: after + 1,
      inactive_threshold: inactiveMs,
    }),
  );
  const { num_pending: pending } = await consumer.info(true);
  const messages = await consumer.consume({
    max_messages: Math.min(maxMessages, Math.ceil(requestedBytes / averageBytes)),
    expires: expiresMs,
    idle_heartbeat: heartbeatMs,
    abort_on_missing_resource: true,
  });
  const waiting: Read<T>[] = [];
  let waitingBytes = 0;
  let room: PromiseWithResolvers<void> | null = null;
  let isStopped = false;

  async function read(): Promise<void> {
    // A message that was not taken from the iterator holds back the next request.
    for await (const message of messages) {
      if (isStopped) return;
      const bytes = message.data.length;
      waiting.push({ number: message.seq, bytes, value: decode(message) });
      waitingBytes += bytes;
      onRead();
      if (waiting.length < maxMessages && waitingBytes < maxWaitingBytes) continue;
      room = Promise.withResolvers();
      await room.promise;
    }
  }

  const ended = read();
  return {
    waiting,
    take(count) {
      const taken = waiting.splice(0, count);
      for (const { bytes } of taken) waitingBytes -= bytes;
      if (taken.length > 0) room?.resolve();
      return taken;
    },
    ended,
    wasAtEnd: pending === 0,
    async stop() {
      isStopped = true;
      room?.resolve();
      await messages.close();
      await ended.catch(() => undefined);
      await consumer.delete().catch(() => false);
    },
  };
}

/**
 * Returns the number of the last message of a stream before a time; 0 if there is none.
 * @param atMs milliseconds since 1970
 * @param subject subject of messages that the account may read; without one, it must be allowed to read them all
 */
export async function numberBefore(
  { nats }: Connection,
  stream: string,
  atMs: number,
  subject?: string,
): Promise<number> {
  const { consumers } = await jetstreamManager(nats, { checkAPI: false, timeout: createMs });
  const { name, delivered } = await untilPlaced(() =>
    consumers.add(stream, {
      ack_policy: AckPolicy.None,
      deliver_policy: DeliverPolicy.StartTime,
      opt_start_time: new Date(atMs).toISOString(),
      inactive_threshold: nanos(inactiveMs),
      // Only the request for a named consumer names its subject.
      ...(subject !== undefined && { name: randomUUID(), filter_subject: subject }),
      mem_storage: true,
      num_replicas: 1,
    }),
  );
  await consumers.delete(stream, name);
  // A consumer without deliveries stands before its first message.
  return delivered.stream_seq;
}

/**
 * Creates a consumer, with retries: nats-server 2.9 places it on any server that has the stream, even on a stopped
 * one.
 */
async function untilPlaced<T>(create: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await create();
    } catch (error) {
      if (!(error instanceof errors.TimeoutError) || attempt === createAttempts) throw error;
    }
  }
}
