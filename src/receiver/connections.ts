import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import { type Answer, refusals, unsendable, type WholeAnswer } from "./answers.ts";
import { dropBytes } from "./drop-bytes.ts";

/**
 * How long a connection that is to be closed still takes what its sender has under way. Closed at once, the system would
 * answer that with a reset, and the sender would lose our answer (RFC 9112, section 9.6).
 */
const lingerMs = 2_000;

/** By the codes of Node's HTTP parser and its timeouts: https://nodejs.org/api/http.html#event-clienterror */
const unreadable = new Map<string | undefined, Answer>([
  ["HPE_HEADER_OVERFLOW", refusals.tooLargeHead],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", refusals.tooLargeExtensions],
  ["ERR_HTTP_REQUEST_TIMEOUT", refusals.tooSlow],
]);

/** The connections of one server: answers them, and closes each without losing an answer that is still owed on it. */
export interface Connections {
  /** To be told of each request as it comes: once it is whole, nothing that follows on its connection may be answered before it. */
  owe(response: ServerResponse): void;
  answer(response: ServerResponse, answer: WholeAnswer): void;
  /** Answers and sends no more, then closes the connection after taking and dropping what the sender is still writing. */
  answerAndClose(response: ServerResponse, answer: WholeAnswer): void;
  /**
   * Calls the listener when the connection of a request is closed, or its sender has said that it sends no more; at once where that is so
   * already. May call it twice. Returns the way to stop that.
   */
  whenGone(request: IncomingMessage, listener: () => void): () => void;
  /** Stops accepting, closes what is idle, waits for what is in flight, and closes that too after `graceMs`. */
  close(graceMs: number): Promise<void>;
}

/** Takes charge of the server's connections, also of what arrives on them and is no HTTP. */
export function manageConnections(server: Server): Connections {
  // The last response of each connection. Not a set of all that are owed: one that is added to and deleted from all the time
  // leaves a chain of outgrown tables behind, each full of dead responses, that only a full garbage collection breaks; it cost
  // a tenth of the throughput.
  const owed = new WeakMap<Duplex, ServerResponse>();
  const open = new Set<Socket>();
  const lingering = new WeakSet<Duplex>();
  // Not as listeners of the socket, which Node thinks to be a leak when a pipeline has more than ten.
  const watchers = new WeakMap<Duplex, Set<() => void>>();
  let closing = false;

  // A sender that says it will send no more, as `nc` does at the end of its input, still waits for its answer. Node documents the
  // switch in its source only: https://github.com/nodejs/node/blob/v24.x/lib/_http_server.js
  Object.assign(server, { httpAllowHalfOpen: true });

  server.on("connection", (socket) => {
    open.add(socket);
    const gone = (): void => {
      for (const listener of watchers.get(socket) ?? []) listener();
    };
    // One that went away says no more than that either: what can be aborted is.
    socket.once("end", gone);
    socket.once("close", () => {
      open.delete(socket);
      gone();
    });
  });

  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    // The parser says it again for every further piece of what it could not read.
    if (lingering.has(socket)) return;
    if (!socket.writable) {
      socket.destroy();
      return;
    }
    if (closeAfterOwed(socket)) return;
    const answer = unreadable.get(error.code) ?? refusals.malformed;
    if (answer === refusals.tooSlow) socket.end(rawAnswer(answer), () => socket.destroy());
    else endLingering(socket, answer);
  });

  server.on("connect", (_request, socket) => {
    // The socket is out of Node's hands from here on.
    socket.on("error", () => socket.destroy()).resume();
    if (!closeAfterOwed(socket)) endLingering(socket, refusals.tunnel);
  });

  /**
   * What cannot be answered came after a request that can, and whose answer is still owed: an answer written now would pass for that one.
   * @returns whether it is so; the connection is closed after that answer then
   */
  function closeAfterOwed(socket: Duplex): boolean {
    const last = owed.get(socket);
    // Without a socket of its own a response waits for that of an earlier request.
    if (last === undefined || last.headersSent || !(last.req.complete || last.socket === null)) return false;
    last.shouldKeepAlive = false;
    return true;
  }

  function endLingering(socket: Duplex, answer: Answer): void {
    lingering.add(socket);
    socket.end(rawAnswer(answer));
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  function answer(response: ServerResponse, answer: WholeAnswer): void {
    if (closing) response.shouldKeepAlive = false;
    try {
      response.writeHead(answer.status, answer.headers);
    } catch {
      // Only an action's can be refused by Node, and nothing is out yet.
      return send(response, unsendable);
    }
    response.end(answer.body);
  }

  function send(response: ServerResponse, answer: Answer): void {
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body);
  }

  function whenGone({ socket }: IncomingMessage, listener: () => void): () => void {
    if (socket.destroyed || socket.readableEnded) listener();
    const listeners = watchers.get(socket) ?? new Set();
    watchers.set(socket, listeners);
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  function answerAndClose(response: ServerResponse, whole: WholeAnswer): void {
    const request: IncomingMessage = response.req;
    const { socket } = request;
    response.shouldKeepAlive = false;
    // Of an answer without a body Node calls back before its head is out, and the connection would be closed without it.
    if (request.method === "HEAD" || whole.status === 204 || whole.status === 304)
      return answer(response, whole);
    lingering.add(socket);
    response.writeHead(whole.status, whole.headers);
    // All of the answer is out with this; ending the response is what destroys the connection, and that comes later.
    response.write(whole.body, () => socket.end());
    const timer = setTimeout(end, lingerMs).unref();
    function end(): void {
      clearTimeout(timer);
      response.end();
    }
    if (request.destroyed) end();
    else request.once("close", end).on("data", dropBytes).resume();
  }

  async function close(graceMs: number): Promise<void> {
    closing = true;
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    // Node counts a connection nothing was ever sent on as busy, since a request may be on its way.
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
    const timer = setTimeout(() => server.closeAllConnections(), graceMs);
    await closed;
    clearTimeout(timer);
  }

  return {
    owe: (response) => void owed.set(response.req.socket, response),
    answer,
    answerAndClose,
    whenGone,
    close,
  };
}

/** An answer where there is no request to answer. */
function rawAnswer(answer: Answer): string {
  let head = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}\r\nConnection: close\r\n`;
  for (let index = 0; index + 1 < answer.headers.length; index += 2)
    head += `${answer.headers[index]}: ${answer.headers[index + 1]}\r\n`;
  return `${head}\r\n${answer.body}`;
}
