import { once } from "node:events";
import {
  type IncomingMessage,
  STATUS_CODES,
  type Server,
  type ServerResponse,
  createServer,
} from "node:http";
import type { Socket } from "node:net";
import { makeBodyBudget } from "./held-bytes.ts";
import { HttpExchange, hangUp } from "./http-exchange.ts";
import type { ReceiverLimits } from "./limits.ts";
import { type JsonResponse, refusals } from "./responses.ts";

/** Limit for the head of a request, in bytes. */
const maxHeaderSize = 16_384;
/** Maximum number of headers of a request. */
const maxHeaders = 1_000;

export interface HttpServerOptions {
  readonly limits: Pick<
    ReceiverLimits,
    "maxConnections" | "maxBodiesBytes" | "headersTimeoutMs" | "requestTimeoutMs" | "keepAliveTimeoutMs"
  >;
  /** Called with each request after its head has arrived. Must respond, now or later. */
  readonly take: (exchange: HttpExchange) => void;
}

export interface HttpServer {
  /** The server, for `listen`. */
  readonly server: Server;
  /** Stops accepting, closes idle connections and waits for the others, which it destroys after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

interface Connection {
  /** `performance.now()` of the connection's opening, latest request or latest response. */
  sinceMs: number;
  /** Number of requests whose response is not complete. */
  pending: number;
  /** Response to the latest request. */
  last: ServerResponse | null;
  /** True if the input was unreadable; the refusal is sent or about to be. */
  isRefused: boolean;
}

/**
 * Creates a `node:http` server that refuses unreadable requests with JSON, delivers responses to senders that
 * are still sending, and can be closed in bounded time.
 */
export function createHttpServer({ limits, take }: HttpServerOptions): HttpServer {
  const { maxConnections, requestTimeoutMs, keepAliveTimeoutMs } = limits;
  const headersTimeoutMs = Math.min(limits.headersTimeoutMs, requestTimeoutMs);
  const budget = makeBodyBudget(limits.maxBodiesBytes);
  const connections = new Map<Socket, Connection>();
  let isClosing = false;

  const server = createServer({
    insecureHTTPParser: false,
    maxHeaderSize,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: Math.min(1_000, headersTimeoutMs),
    // The intake refuses requests without Host itself, with JSON and a row in the log.
    requireHostHeader: false,
  });
  // Node would silently drop headers beyond a count; `begin` refuses such a request.
  server.maxHeadersCount = 0;
  // A sender that half-closes the connection, as `nc` does at the end of its input, still waits for its
  // response.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => {
    if (connections.size >= maxConnections) closeOne();
    connections.set(socket, { sinceMs: performance.now(), pending: 0, last: null, isRefused: false });
    // Errors are ignored, because 'close' follows. Node removes its own listener after the first error and on
    // CONNECT.
    socket.on("error", () => {});
    // Each pipelined request may listen for 'close'.
    socket.setMaxListeners(0);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", (request, response) => begin(request, response, false));
  server.on("checkContinue", (request, response) => begin(request, response, true));
  // The intake refuses an unknown expectation after it has checked the secret.
  server.on("checkExpectation", (request, response) => begin(request, response, false));
  server.on("connect", (_, socket) => {
    socket.resume();
    refuse(socket as Socket, refusals.tunnel);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // The response to a request with `Connection: close` is pending; the bytes after the request are ignored.
    if (error.code === "HPE_CLOSED_CONNECTION") return;
    refuse(socket as Socket, refusalOf(error.code));
  });

  function begin(request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void {
    const connection = connections.get(request.socket);
    // Ignores requests after the last one that the connection accepts.
    if (connection === undefined || connection.isRefused || connection.last?.shouldKeepAlive === false)
      return;
    connection.last = response;
    connection.sinceMs = performance.now();
    connection.pending += 1;
    if (isClosing) response.shouldKeepAlive = false;
    response.once("close", () => {
      connection.sinceMs = performance.now();
      connection.pending -= 1;
      if (isClosing) server.closeIdleConnections();
    });
    const exchange = exchangeOf(request, response, awaitsContinue);
    if (request.rawHeaders.length > 2 * maxHeaders) {
      response.shouldKeepAlive = false;
      exchange.respond(refusals.tooLargeHead);
    } else take(exchange);
  }

  function exchangeOf(
    request: IncomingMessage,
    response: ServerResponse,
    awaitsContinue: boolean,
  ): HttpExchange {
    return new HttpExchange(request, response, {
      awaitsContinue,
      unreadResponseTimeoutMs: requestTimeoutMs,
      budget,
    });
  }

  /**
   * Makes room for a new connection: closes one of the lowest rank, the one without a new request or response
   * for the longest time.
   */
  function closeOne(): void {
    let chosen: Socket | null = null;
    let chosenRank = Infinity;
    let chosenSinceMs = Infinity;
    for (const [socket, connection] of connections) {
      const rank = workOf(connection);
      if (rank > chosenRank || (rank === chosenRank && connection.sinceMs >= chosenSinceMs)) continue;
      chosen = socket;
      chosenRank = rank;
      chosenSinceMs = connection.sinceMs;
    }
    if (chosen === null) return;
    connections.delete(chosen);
    chosen.destroy();
  }

  /** Responds to unreadable input after the pending responses, and closes the connection. */
  function refuse(socket: Socket, response: JsonResponse): void {
    const connection = connections.get(socket);
    if (connection?.isRefused === true) return;
    if (connection !== undefined) connection.isRefused = true;
    const last = connection?.last ?? null;
    const hasResponse = last !== null && last.headersSent && !last.req.complete;
    if (!socket.writable || hasResponse) hangUp(socket);
    else if (last === null || last.writableFinished) hangUp(socket, rawResponse(response));
    else if (last.req.complete) last.once("finish", () => hangUp(socket, rawResponse(response)));
    else {
      last.shouldKeepAlive = false;
      exchangeOf(last.req, last, false).respond(response);
    }
  }

  async function close(graceMs: number): Promise<void> {
    isClosing = true;
    const closed = once(server, "close");
    for (const [socket, { last }] of connections) {
      if (last !== null && !last.headersSent) last.shouldKeepAlive = false;
      // Node counts a connection that has never sent anything as busy.
      if (socket.bytesRead === 0) socket.destroy();
    }
    server.close();
    const timer = setTimeout(() => {
      for (const socket of connections.keys()) socket.destroy();
    }, graceMs);
    await closed;
    clearTimeout(timer);
  }

  return { server, close };
}

/**
 * Returns the rank of a connection. 0: idle or receiving a head; 1: receiving a body; 2: handling a complete
 * request.
 */
function workOf({ pending, last }: Connection): 0 | 1 | 2 {
  if (pending === 0 || last === null) return 0;
  return last.req.complete ? 2 : 1;
}

/** Returns the response to a parser error. @param code the code of Node's error */
function refusalOf(code: string | undefined): JsonResponse {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return refusals.tooSlow;
    case "HPE_HEADER_OVERFLOW":
      return refusals.tooLargeHead;
    case "HPE_CHUNK_EXTENSIONS_OVERFLOW":
      return refusals.tooLargeExtensions;
    default:
      return refusals.malformed;
  }
}

/** Formats a response as HTTP, for a connection without a request to respond to. */
function rawResponse({ status, headers, body }: JsonResponse): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`];
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  lines.push("Connection: close", `Content-Length: ${Buffer.byteLength(body)}`, "", body);
  return lines.join("\r\n");
}
