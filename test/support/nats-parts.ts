import { randomUUID } from "node:crypto";
import { jetstreamManager, type StoredMsg } from "@nats-io/jetstream";
import { parseNatsAddress } from "../../src/store/nats/address.ts";
import { type Appends, createAppends } from "../../src/store/nats/appends.ts";
import { type Connection, connectNats } from "../../src/store/nats/connect.ts";
import { createEvents, type Events, type PublishEvent } from "../../src/store/nats/events.ts";
import { type LogNames, namesOf } from "../../src/store/nats/names.ts";
import { createOriginals } from "../../src/store/nats/original.ts";
import { createPublisher, type Publisher } from "../../src/store/nats/publisher.ts";
import { createStreams, defaultStreamSettings, type StreamSettings } from "../../src/store/nats/streams.ts";
import { onRelease } from "./shared.ts";

/** Parts of a log on a real server that write to its streams. */
export interface WritingParts {
  readonly connection: Connection;
  readonly names: LogNames;
  readonly publisher: Publisher;
  readonly appends: Appends;
  readonly publishEvent: PublishEvent;
  readonly published: Events["published"];
}

/** Returns the address of a log that no other test uses. */
export function freshLog(serverUrl: string): string {
  return `${serverUrl}/t${randomUUID().slice(0, 8)}`;
}

/** Connects to a log until the test ends, or the tests that share the connection. */
export async function connectTo(store: string): Promise<Connection> {
  const connection = await connectNats(parseNatsAddress(store));
  onRelease(() => connection.close());
  return connection;
}

/** Creates the streams of a log. */
export async function initLog(store: string, settings: Partial<StreamSettings> = {}): Promise<void> {
  const connection = await connectTo(store);
  await createStreams(connection, namesOf(connection.address.name), {
    ...defaultStreamSettings,
    ...settings,
  });
}

/** Opens the writing parts of an existing log, as one receiver. */
export async function openParts(store: string, receiver = "receiver-1"): Promise<WritingParts> {
  const connection = await connectTo(store);
  const names = namesOf(connection.address.name);
  const publisher = createPublisher(connection);
  onRelease(() => publisher.close(0));
  const { publish: publishEvent, published } = createEvents(names, publisher);
  const read = createOriginals(connection, names);
  const appends = await createAppends(connection, names, publisher, { receiver, read, published });
  onRelease(() => appends.close());
  return { connection, names, publisher, appends, publishEvent, published };
}

/** Reads all messages of a stream, oldest first. */
export async function readStream(connection: Connection, stream: string): Promise<readonly StoredMsg[]> {
  const { streams } = await jetstreamManager(connection.nats);
  const { state } = await streams.info(stream);
  const messages: StoredMsg[] = [];
  for (let seq = state.first_seq; seq <= state.last_seq; seq += 1) {
    const message = await streams.getMessage(stream, { seq });
    if (message !== null) messages.push(message);
  }
  return messages;
}
