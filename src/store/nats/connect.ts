import { readFileSync } from "node:fs";
import { hostname } from "node:os";
import process from "node:process";
import {
  connect,
  credsAuthenticator,
  type NatsConnection,
  type NodeConnectionOptions,
} from "@nats-io/transport-node";
import { errorText, UsageError } from "../../model/errors.ts";
import type { NatsAddress } from "./address.ts";
import { natsError } from "./nats-error.ts";

/** Connection to the servers of an address, which reconnects until it is closed. */
export interface Connection {
  readonly nats: NatsConnection;
  readonly address: NatsAddress;
  isConnected(): boolean;
  /** Resolves with true when connected; with false after `timeoutMs` or `close`. */
  connected(timeoutMs: number): Promise<boolean>;
  /** Calls the listener when the connection is lost or established again. Returns a function that removes it. */
  onChange(listener: () => void): () => void;
  /** Sends what is buffered, and disconnects. A second call does nothing. */
  close(): Promise<void>;
}

/** Time that a server has for its handshake, in milliseconds. */
const handshakeMs = 5_000;

/** Delay between attempts to reconnect to a server, in milliseconds. */
const reconnectMs = 250;

/** Interval of pings; a server that does not respond to two of them is given up. */
const pingMs = 2_000;

/**
 * Connects to one of the servers. The first connection is attempted once for each server.
 * @throws {StoreUnreachableError | StoreDeniedError | UsageError}
 */
export async function connectNats(address: NatsAddress): Promise<Connection> {
  const options = optionsOf(address);
  const nats = await connect(options).catch((error: unknown) => {
    throw natsError(error, address);
  });
  return watch(nats, address);
}

function optionsOf(address: NatsAddress): NodeConnectionOptions {
  const { user, password, credsFile, caFile, certFile, keyFile, inbox } = address;
  return {
    servers: [...address.servers],
    name: `hooklens ${hostname()} ${process.pid}`,
    timeout: handshakeMs,
    pingInterval: pingMs,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    // Credentials may be in the course of a change.
    ignoreAuthErrorAbort: true,
    // Traces cost as much as the publication.
    noAsyncTraces: true,
    ...(user !== null && password !== null && { user, pass: password }),
    ...(credsFile !== null && { authenticator: credsAuthenticator(readFile(credsFile)) }),
    ...(inbox !== null && { inboxPrefix: inbox }),
    ...(address.isTls && {
      tls: {
        ...(caFile !== null && { ca: readFile(caFile).toString() }),
        ...(certFile !== null && { cert: readFile(certFile).toString() }),
        ...(keyFile !== null && { key: readFile(keyFile).toString() }),
      },
    }),
  };
}

function readFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new UsageError({
      what: `${path} of the address of the store cannot be read`,
      why: errorText(error),
      hint: "Correct its path in --store",
      cause: error,
    });
  }
}

function watch(nats: NatsConnection, address: NatsAddress): Connection {
  const listeners = new Set<() => void>();
  const closed = Promise.withResolvers<void>();
  let isConnected = true;
  let isClosed = false;

  function set(next: boolean): void {
    if (next === isConnected) return;
    isConnected = next;
    // Its end is no loss.
    if (isClosed) return;
    for (const listener of listeners) listener();
  }

  async function follow(): Promise<void> {
    for await (const { type } of nats.status()) {
      if (type === "disconnect" || type === "staleConnection" || type === "close") set(false);
      if (type === "reconnect") set(true);
    }
    set(false);
  }
  const followed = follow();

  const onChange: Connection["onChange"] = (listener) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };

  return {
    nats,
    address,
    isConnected: () => isConnected,
    async connected(timeoutMs) {
      if (isConnected || isClosed) return isConnected;
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, timeoutMs);
      const remove = onChange(resolve);
      await Promise.race([promise, closed.promise]);
      clearTimeout(timer);
      remove();
      return isConnected;
    },
    onChange,
    async close() {
      if (isClosed) return;
      isClosed = true;
      closed.resolve();
      if (isConnected) await nats.drain().catch(() => nats.close());
      else await nats.close();
      await followed;
    },
  };
}
