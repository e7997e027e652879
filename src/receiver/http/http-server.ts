import { createServer, type Server } from "node:net";
import { type ConnectionHost, HttpConnection } from "./connection.ts";
import type { HttpExchange } from "./exchange.ts";

export interface HttpServerOptions {
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to its last; and so long nothing need be taken of a small answer. */
  readonly requestTimeoutMs: number;
  /** Gets each request when its head is there. Must answer it, now or later. */
  readonly take: (exchange: HttpExchange) => void;
}

export interface HttpServer {
  /** To be made to listen. */
  readonly server: Server;
  /** Stops accepting, closes what is idle, waits for what is in flight, and cuts that off after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/**
 * A server of HTTP/1.1 (RFC 9112) for what the receiver needs: whole requests in, whole answers out, in order. On Node's sockets and not on
 * `node:http`, whose streams for both cost as much again as all the receiver does (bench/receive).
 */
export function createHttpServer({
  take,
  headersTimeoutMs,
  requestTimeoutMs,
}: HttpServerOptions): HttpServer {
  const open = new Set<HttpConnection>();
  let isClosing = false;
  const host: ConnectionHost = {
    headersTimeoutMs: Math.min(headersTimeoutMs, requestTimeoutMs),
    requestTimeoutMs,
    get isClosing() {
      return isClosing;
    },
    take,
  };
  // A sender that says it will send no more, as `nc` does at the end of its input, still waits for its answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    const connection = new HttpConnection(socket, host);
    open.add(connection);
    socket.once("close", () => open.delete(connection));
  });
  const checkingMs = Math.min(1_000, headersTimeoutMs, requestTimeoutMs);
  const checkTimes = (): void => {
    const nowMs = performance.now();
    for (const connection of open) connection.checkTime(nowMs);
  };
  server.once("listening", () => {
    const checking = setInterval(checkTimes, checkingMs);
    server.once("close", () => clearInterval(checking));
  });

  async function close(graceMs: number): Promise<void> {
    isClosing = true;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    for (const connection of open) connection.closeIfIdle();
    const timer = setTimeout(() => {
      for (const connection of open) connection.destroy();
    }, graceMs);
    await closed;
    clearTimeout(timer);
  }

  return { server, close };
}
