// Thread that sends deliveries at a steady rate until it gets a message, so that it does not delay the
// measurement.
import { connect } from "node:net";
import { parentPort, workerData } from "node:worker_threads";
import { postBytes } from "../test/support/load.ts";
import { payloadText } from "./receive-payload.ts";

const { port, perSecond, connections } = workerData as {
  port: number;
  perSecond: number;
  connections: number;
};
const tickMs = 5;
const request = postBytes("inbox", null, payloadText);
const sockets = Array.from({ length: connections }, () =>
  connect({ port, host: "127.0.0.1", noDelay: true }),
);
for (const socket of sockets) socket.resume();

const startedMs = performance.now();
let sent = 0;
const timer = setInterval(() => {
  const due = Math.floor(((performance.now() - startedMs) * perSecond) / 1_000);
  for (; sent < due; sent += 1) sockets[sent % connections]?.write(request);
}, tickMs);

parentPort?.once("message", () => {
  clearInterval(timer);
  for (const socket of sockets) socket.destroy();
});
