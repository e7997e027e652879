import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { jetstream, JetStreamApiError, type JetStreamPublishOptions, type PubAck } from "@nats-io/jetstream";
import { errors, headers } from "@nats-io/transport-node";
import type { HooklensError } from "../../model/errors.ts";
import type { Connection } from "./connect.ts";
import { causeOf, natsError } from "./nats-error.ts";

/** Message to publish to a stream. */
export interface OutgoingMessage {
  readonly subject: string;
  readonly data: Uint8Array | string;
  /** Headers besides those of the client. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Seq that the last message of the subject must have, 0 for none; otherwise the message is refused. */
  readonly lastOfSubject?: number;
  /**
   * ID by which the stream recognizes a repeated message.
   * @default a random one
   */
  readonly id?: string;
}

/** Publishes to the streams of a log. */
export interface Publisher {
  /**
   * Publishes a message; resolves with its seq when the servers have acknowledged it. Without an acknowledgment it is
   * sent again with the same ID, so that the stream has it once, until `retryMs` are over.
   * @throws {StoreUnreachableError | StoreDeniedError | StoreFullError | DeliveryTooLargeError}
   */
  publish(message: OutgoingMessage, retryMs: number): Promise<number>;
  /** Verifies that the stream of a subject would store a message now. Stores none. */
  probe(subject: string): Promise<void>;
  /** Resolves when every message was published or given up, but after `graceMs` at the latest. */
  close(graceMs: number): Promise<void>;
}

/** Limit for an acknowledgment before the message is sent again, in milliseconds. */
const ackMs = 2_000;

/** Delay before a message is sent again, in milliseconds. */
const pauseMs = 100;

/** Code of the server for a message of another stream than the expected one: what a probe sends. */
const notTheStream = 10_060;

/** Code of the server for a message whose first copy is being stored. */
const duplicateInProgress = 10_158;

/** Creates the publisher of a connection. */
export function createPublisher(connection: Connection): Publisher {
  const { nats, address } = connection;
  const js = jetstream(nats);
  /** Functions that end the attempts whose acknowledgment a lost connection cannot bring. */
  const attempts = new Set<(error: Error) => void>();
  const unfinished = new Set<Promise<unknown>>();
  let closesAtMs = Infinity;
  let turn: Promise<void> | null = null;

  /** Resolves at the end of this turn of the event loop: its messages are one write to the socket. */
  function turnEnd(): Promise<void> {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = null;
        resolve();
      });
    });
    return turn;
  }

  const forget = connection.onChange(() => {
    if (connection.isConnected()) return;
    for (const end of attempts) end(new errors.ConnectionError("the connection was lost"));
  });

  function attempt(
    { subject, data }: OutgoingMessage,
    options: Partial<JetStreamPublishOptions>,
  ): Promise<PubAck> {
    const { promise, resolve, reject } = Promise.withResolvers<PubAck>();
    attempts.add(reject);
    js.publish(subject, data, options).then(resolve, reject);
    promise.then(
      () => attempts.delete(reject),
      () => attempts.delete(reject),
    );
    return promise;
  }

  async function publish(message: OutgoingMessage, retryMs: number): Promise<number> {
    const endsAtMs = performance.now() + retryMs;
    const leftMs = (): number => Math.min(endsAtMs, closesAtMs) - performance.now();
    const { id: msgID = randomUUID(), lastOfSubject: lastSubjectSequence } = message;
    const options = {
      msgID,
      headers: headers(),
      ...(lastSubjectSequence !== undefined && { expect: { lastSubjectSequence } }),
    };
    for (const header of message.headers ?? []) options.headers.set(...header);
    let failure: HooklensError | null = null;
    await turnEnd();
    while (leftMs() > pauseMs) {
      if (!connection.isConnected() && !(await connection.connected(leftMs()))) break;
      try {
        const { seq } = await attempt(message, {
          ...options,
          timeout: Math.max(1, Math.min(ackMs, leftMs())),
        });
        // The seq is 0 if the first copy is being stored.
        if (seq > 0) return seq;
      } catch (error) {
        failure = natsError(error, address);
        if (!isTransient(causeOf(error))) throw failure;
      }
      await pause(pauseMs);
    }
    throw failure ?? unreachable();
  }

  const unreachable = (): HooklensError =>
    natsError(new errors.ConnectionError("the connection is lost"), address);

  return {
    publish(message, retryMs) {
      const published = publish(message, retryMs);
      unfinished.add(published);
      const remove = (): boolean => unfinished.delete(published);
      published.then(remove, remove);
      return published;
    },
    async probe(subject) {
      if (!connection.isConnected()) throw unreachable();
      const message = { subject, data: "" };
      const expect = { streamName: "another stream" };
      try {
        await attempt(message, { expect, timeout: ackMs });
      } catch (error) {
        if (error instanceof JetStreamApiError && error.code === notTheStream) return;
        throw natsError(error, address);
      }
    },
    async close(graceMs) {
      closesAtMs = performance.now() + graceMs;
      await Promise.race([Promise.allSettled(unfinished), pause(graceMs, undefined, { ref: false })]);
      forget();
    },
  };
}

/** Returns true if a message can be stored later. */
function isTransient(cause: unknown): boolean {
  if (cause instanceof JetStreamApiError) return cause.status === 503 || cause.code === duplicateInProgress;
  return (
    cause instanceof errors.TimeoutError ||
    cause instanceof errors.NoRespondersError ||
    cause instanceof errors.ConnectionError ||
    (cause instanceof errors.RequestError && cause.message === "connection disconnected")
  );
}
