import { jetstream } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import type { NewDelivery } from "../../src/model/delivery.ts";
import type { Connection } from "../../src/store/nats/connect.ts";
import { deliveryHeader, encodeDelivery } from "../../src/store/nats/messages/delivery.ts";
import { encodeEvent, type LogEvent } from "../../src/store/nats/messages/event.ts";
import { type LogNames, namesOf, subjects } from "../../src/store/nats/names.ts";
import { connectTo, freshLog, initLog } from "./nats-parts.ts";

/** Log of a NATS server, to which a test publishes what receivers would. */
export interface PublishedLog {
  /** Value of `--store`. */
  readonly store: string;
  readonly connection: Connection;
  readonly names: LogNames;
  /** Publishes a delivery and resolves with its seq. */
  append(delivery: NewDelivery, receiver?: string): Promise<number>;
  publish(event: LogEvent): Promise<void>;
}

/** Creates a log of its own on a server; its connection is closed with the test. */
export async function createPublishedLog(url: string): Promise<PublishedLog> {
  const store = freshLog(url);
  await initLog(store);
  const connection = await connectTo(store);
  const names = namesOf(connection.address.name);
  const stream = jetstream(connection.nats);
  return {
    store,
    connection,
    names,
    async append(delivery, receiver = "receiver") {
      const fields = headers();
      const { header, data } = encodeDelivery(delivery, receiver);
      fields.set(deliveryHeader, header);
      const subject = subjects.delivery(names.log, delivery);
      return (await stream.publish(subject, data, { headers: fields })).seq;
    },
    async publish(event) {
      await stream.publish(subjects.event(names.log, event.seq), encodeEvent(event));
    },
  };
}
