/**
 * Server with the minimum work of a receiver that stores in a stream: the publish of a message like that of a delivery,
 * and 200 after its acknowledgment: `node bench/nats-limit.ts STORE`. The bench of the store on NATS servers compares the
 * receiver with this limit.
 */
import { jetstream } from "@nats-io/jetstream";
import { headers, nuid } from "@nats-io/transport-node";
import { parseNatsAddress } from "../src/store/nats/address.ts";
import { connectNats } from "../src/store/nats/connect.ts";
import { deliveryHeader, encodeDelivery } from "../src/store/nats/messages/delivery.ts";
import { subjects } from "../src/store/nats/names.ts";
import { benchDelivery } from "./append-delivery.ts";
import { serveLimit } from "./limit-server.ts";

const [store] = process.argv.slice(2);
if (store === undefined) throw new Error("usage: node bench/nats-limit.ts STORE");

const { nats, address } = await connectNats(parseNatsAddress(store));
const stream = jetstream(nats);
const delivery = benchDelivery();
const subject = subjects.delivery(address.name, delivery);
const { header } = encodeDelivery(delivery, "bench");

serveLimit((body) => {
  const fields = headers();
  fields.set(deliveryHeader, header);
  return stream.publish(subject, body, { headers: fields, msgID: nuid.next() });
});
