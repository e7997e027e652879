import { once } from "node:events";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { growingList } from "./growing-list.ts";
import { freePort } from "./tunnel/free-port.ts";

/** A request as its bytes came, one character a byte. */
export interface RawRequest {
  /** Request line and headers, without line breaks. */
  readonly head: readonly string[];
  readonly body: string;
}

export interface RawTarget {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  readonly requests: readonly RawRequest[];
  /** Resolves when `n` requests have been received. */
  readonly received: (n: number) => Promise<void>;
  /** Returns the number of connections, including those of probes. */
  readonly connections: () => number;
  /** Resolves when there were `n` connections. */
  readonly connected: (n: number) => Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a server on loopback that records requests byte by byte and sends given responses; closed after the
 * test.
 * @param port default a free one, which nobody takes when the server is closed
 */
export async function rawTarget(
  answer: (socket: Socket, request: RawRequest, index: number) => void,
  port?: number,
): Promise<RawTarget> {
  const requests = growingList<RawRequest>();
  const sockets = growingList<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let unread = "";
    socket.setEncoding("latin1");
    // The bytes received before a reset tell what it means.
    socket.on("error", () => {});
    socket.on("data", (text: string) => {
      unread += text;
      for (let read = readRequest(unread); read !== null; read = readRequest(unread)) {
        unread = unread.slice(read.length);
        requests.add(read.request);
        answer(socket, read.request, requests.items.length - 1);
      }
    });
  });
  server.listen(port ?? (await freePort()), "127.0.0.1");
  await once(server, "listening");
  async function close(): Promise<void> {
    for (const socket of sockets.items) socket.destroy();
    await new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
  }
  onTestFinished(close);
  const taken = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${taken}`,
    port: taken,
    requests: requests.items,
    received: requests.reached,
    connections: () => sockets.items.length,
    connected: sockets.reached,
    close,
  };
}

/** Creates a response with its Content-Length. */
export function rawAnswer(status: number, body = "", headers: readonly string[] = []): string {
  const length = `Content-Length: ${Buffer.byteLength(body, "latin1")}`;
  return [`HTTP/1.1 ${status} Said`, ...headers, length, "", body].join("\r\n");
}

function readRequest(text: string): { request: RawRequest; length: number } | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const head = text.slice(0, end).split("\r\n");
  const length = /^content-length: *(\d+)$/im.exec(text.slice(0, end).replaceAll("\r", ""))?.[1] ?? "0";
  const whole = end + 4 + Number(length);
  return text.length < whole ? null : { request: { head, body: text.slice(end + 4, whole) }, length: whole };
}
