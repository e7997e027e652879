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
import { type JsonAnswer, refusals } from "./responses.ts";

/** Of the head of a request, in bytes. */
const maxHeaderSize = 16_384;
const maxHeaders = 1_000;

export interface HttpServerOptions {
  readonly limits: Pick<
    ReceiverLimits,
    "maxConnections" | "maxBodiesBytes" | "headersTimeoutMs" | "requestTimeoutMs" | "keepAliveTimeoutMs"
  >;
  /** Gets each request when its head is there. Must answer it, now or later. */
  readonly take: (exchange: HttpExchange) => void;
}

export interface HttpServer {
  /** To be made to listen. */
  readonly server: Server;
  /** Stops accepting, closes what is idle, waits for what is in flight, and cuts that off after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

interface Connection {
  /** `performance.now()` when it was opened, got its newest request, or had its last answer. */
  sinceMs: number;
  /** Requests that have no answer yet. */
  unanswered: number;
  /** To the newest request. */
  last: ServerResponse | null;
  /** What came could not be read, and the sender is told or about to be. */
  isRefused: boolean;
}

/** A server of `node:http` whose refusals are JSON, whose answers reach also a sender that is still sending, and which ends when told to. */
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
    // The intake refuses that itself, in JSON and with a row in the log.
    requireHostHeader: false,
  });
  // Node drops the headers beyond a count and goes on without them; here such a request is refused.
  server.maxHeadersCount = 0;
  // A sender that says it will send no more, as `nc` does at the end of its input, still waits for its answer.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => {
    if (connections.size >= maxConnections) closeOne();
    connections.set(socket, { sinceMs: performance.now(), unanswered: 0, last: null, isRefused: false });
    // What broke it is of no use to anybody. Node's own listener is gone after the first error, and from a CONNECT.
    socket.on("error", () => {});
    // Each pipelined request may listen for the end of its connection.
    socket.setMaxListeners(0);
    socket.once("close", () => connections.delete(socket));
  });
  server.on("request", (request, response) => begin(request, response, false));
  server.on("checkContinue", (request, response) => begin(request, response, true));
  // The intake refuses it, once it knows that there is no better reason to.
  server.on("checkExpectation", (request, response) => begin(request, response, false));
  server.on("connect", (_, socket) => {
    socket.resume();
    refuse(socket as Socket, refusals.tunnel);
  });
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // Bytes behind a request that says `Connection: close`: its answer is still to be sent.
    if (error.code === "HPE_CLOSED_CONNECTION") return;
    refuse(socket as Socket, refusalOf(error.code));
  });

  function begin(request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): void {
    const connection = connections.get(request.socket);
    // Behind the last request that the connection takes.
    if (connection === undefined || connection.isRefused || connection.last?.shouldKeepAlive === false)
      return;
    connection.last = response;
    connection.sinceMs = performance.now();
    connection.unanswered += 1;
    if (isClosing) response.shouldKeepAlive = false;
    response.once("close", () => {
      connection.sinceMs = performance.now();
      connection.unanswered -= 1;
      if (isClosing) server.closeIdleConnections();
    });
    const exchange = exchangeOf(request, response, awaitsContinue);
    if (request.rawHeaders.length > 2 * maxHeaders) {
      response.shouldKeepAlive = false;
      exchange.answer(refusals.tooLargeHead);
    } else take(exchange);
  }

  function exchangeOf(
    request: IncomingMessage,
    response: ServerResponse,
    awaitsContinue: boolean,
  ): HttpExchange {
    return new HttpExchange(request, response, {
      awaitsContinue,
      unreadAnswerTimeoutMs: requestTimeoutMs,
      budget,
    });
  }

  /** Makes room for a new connection: closes the one that has been without a whole request the longest, or else the one that works the longest. */
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

  /** Answers what cannot be read in its turn, behind what was read before, and closes the connection. */
  function refuse(socket: Socket, answer: JsonAnswer): void {
    const connection = connections.get(socket);
    if (connection?.isRefused === true) return;
    if (connection !== undefined) connection.isRefused = true;
    const last = connection?.last ?? null;
    const hasItsAnswer = last !== null && last.headersSent && !last.req.complete;
    if (!socket.writable || hasItsAnswer) hangUp(socket);
    else if (last === null || last.writableFinished) hangUp(socket, rawAnswer(answer));
    else if (last.req.complete) last.once("finish", () => hangUp(socket, rawAnswer(answer)));
    else {
      last.shouldKeepAlive = false;
      exchangeOf(last.req, last, false).answer(answer);
    }
  }

  async function close(graceMs: number): Promise<void> {
    isClosing = true;
    const closed = once(server, "close");
    for (const [socket, { last }] of connections) {
      if (last !== null && !last.headersSent) last.shouldKeepAlive = false;
      // Node takes a connection on which nothing was ever sent for a busy one.
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

/** 0: idle, or within a head; 1: within a body; 2: a whole request is being handled. */
function workOf({ unanswered, last }: Connection): 0 | 1 | 2 {
  if (unanswered === 0 || last === null) return 0;
  return last.req.complete ? 2 : 1;
}

/** @param code of an error of Node's parser */
function refusalOf(code: string | undefined): JsonAnswer {
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

/** An answer where there is no request to answer. */
function rawAnswer({ status, headers, body }: JsonAnswer): string {
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`];
  for (let index = 0; index < headers.length; index += 2)
    lines.push(`${headers[index]}: ${headers[index + 1]}`);
  lines.push("Connection: close", `Content-Length: ${Buffer.byteLength(body)}`, "", body);
  return lines.join("\r\n");
}
