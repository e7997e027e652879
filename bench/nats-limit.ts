/**
 * Server with the minimum work of a receiver that stores in a stream: node:http, the secret's digest in constant time,
 * JSON.parse, the publish of a message like that of a delivery, and 200 after its acknowledgment: `node
 * bench/nats-limit.ts STORE`. The bench of the store on NATS servers compares the receiver with this limit.
 */
import { hash, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { jetstream } from "@nats-io/jetstream";
import { headers, nuid } from "@nats-io/transport-node";
import { parseNatsAddress } from "../src/store/nats/address.ts";
import { connectNats } from "../src/store/nats/connect.ts";
import { deliveryHeader, encodeDelivery } from "../src/store/nats/messages/delivery.ts";
import { subjects } from "../src/store/nats/names.ts";
import { benchDelivery } from "./append-delivery.ts";
import { printPort } from "./print-port.ts";
import { benchSecret } from "./receive-payload.ts";

const [store] = process.argv.slice(2);
if (store === undefined) throw new Error("usage: node bench/nats-limit.ts STORE");

const { nats, address } = await connectNats(parseNatsAddress(store));
const stream = jetstream(nats);
const delivery = benchDelivery();
const subject = subjects.delivery(address.name, delivery);
const { header } = encodeDelivery(delivery, "bench");
const expected = hash("sha256", benchSecret, "buffer");
const answer = '{"ok":true}';
const responseHeaders = ["Content-Type", "application/json", "Content-Length", String(answer.length)];

const server = createServer((request, response) => {
  const given = request.headers["x-webhook-secret"];
  if (typeof given !== "string" || !timingSafeEqual(hash("sha256", given, "buffer"), expected)) {
    response.writeHead(403).end();
    return;
  }
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    const body = Buffer.concat(chunks);
    JSON.parse(body.toString());
    const fields = headers();
    fields.set(deliveryHeader, header);
    void stream.publish(subject, body, { headers: fields, msgID: nuid.next() }).then(() => {
      response.writeHead(200, responseHeaders);
      response.end(answer);
    });
  });
});
printPort(server);
