/**
 * Process that holds idle connections to a server, and slow ones that send one byte of a request per second;
 * reopens closed ones. `node bench/idle-connections.ts PORT IDLE SLOW` prints `ready` when all are open, and
 * ends with its input.
 */
import { connect, type Socket } from "node:net";

const [port, idle, slow] = process.argv.slice(2).map(Number);
if (port === undefined || idle === undefined || slow === undefined)
  throw new Error("usage: node bench/idle-connections.ts PORT IDLE SLOW");

const slowSockets = new Set<Socket>();

function open(isSlow: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: port ?? 0, host: "127.0.0.1" }, () => {
      if (isSlow) {
        socket.write("POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nX-Slow: ");
        slowSockets.add(socket);
      }
      resolve();
    });
    socket.resume();
    socket.on("error", () => {});
    socket.on("close", () => {
      slowSockets.delete(socket);
      void open(isSlow);
    });
  });
}

setInterval(() => {
  for (const socket of slowSockets) socket.write("x");
}, 1_000);

await Promise.all(Array.from({ length: idle + slow }, (_, index) => open(index >= idle)));
console.log("ready");
process.stdin.on("end", () => process.exit(0)).resume();
