import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Returns the bytes of a connection's next request once it is due, or null if there are no more. */
export type NextRequest = () => Uint8Array | null | Promise<Uint8Array | null>;

/**
 * Sends requests over one keep-alive connection, each after the response to the last. Uses plain sockets and
 * prepared bytes to cost much less than the server.
 * @param answered receives the status and the bytes of each response, in order
 * @returns a promise that resolves when `next` returns null or the connection breaks
 */
export function postInTurn(
  port: number,
  next: NextRequest,
  answered: (status: number, answer: Buffer) => void,
): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", noDelay: true });
    let pending: Buffer | null = null;
    /** Length of the last response; most have the same length and then need no parsing. */
    let usualLength = 0;
    function send(): void {
      const request = next();
      if (request instanceof Promise) void request.then(write);
      else write(request);
    }
    function write(request: Uint8Array | null): void {
      if (request === null) socket.end();
      else socket.write(request);
    }
    socket.on("connect", send);
    socket.on("data", (chunk) => {
      const seen = pending === null ? chunk : Buffer.concat([pending, chunk]);
      const length = seen.length === usualLength ? usualLength : answerLength(seen);
      if (length === null || seen.length < length) {
        pending = seen;
        return;
      }
      pending = null;
      usualLength = length;
      answered(Number(seen.toString("latin1", 9, 12)), seen);
      send();
    });
    // A killed server resets the connection; `close` follows.
    socket.on("error", () => {});
    socket.on("close", () => resolve());
  });
}

/** Returns the length of head and body; null until the head is complete. */
function answerLength(seen: Buffer): number | null {
  const head = seen.indexOf("\r\n\r\n");
  if (head === -1) return null;
  const length = /\r\ncontent-length: *(\d+)/i.exec(seen.toString("latin1", 0, head))?.[1] ?? "0";
  return head + 4 + Number(length);
}

/** Creates the bytes of a POST to a route, with the secret if there is one. */
export function postBytes(route: string, secret: string | null, body: string): Buffer {
  const head = [
    `POST /webhooks/${route} HTTP/1.1`,
    "Host: 127.0.0.1",
    "User-Agent: hooklens-load",
    "Accept: */*",
    "Content-Type: application/json",
    `Content-Length: ${Buffer.byteLength(body)}`,
    ...(secret === null ? [] : [`X-Webhook-Secret: ${secret}`]),
  ];
  return Buffer.from(`${head.join("\r\n")}\r\n\r\n${body}`);
}

export interface PostManyOptions {
  readonly port: number;
  readonly secret: string | null;
  readonly connections: number;
  /** Ids count from 0 to this, exclusive. */
  readonly count: number;
  readonly makeBody: (id: number) => string;
  /** @default "inbox" */
  readonly route?: string;
}

/**
 * Posts `count` deliveries, shared out among the connections as they come free. Goes on until all are sent or every
 * connection is broken, so the server may die meanwhile.
 * @returns the IDs whose response was 2xx
 */
export async function postMany(options: PostManyOptions): Promise<readonly number[]> {
  const { port, secret, connections, count, makeBody, route = "inbox" } = options;
  const acknowledged: number[] = [];
  let unsent = 0;
  async function keepPosting(): Promise<void> {
    let current = 0;
    await postInTurn(
      port,
      () => {
        if (unsent >= count) return null;
        current = unsent++;
        return postBytes(route, secret, makeBody(current));
      },
      (status) => {
        if (status >= 200 && status < 300) acknowledged.push(current);
      },
    );
  }
  await Promise.all(Array.from({ length: connections }, keepPosting));
  return acknowledged;
}

export interface PostSteadilyOptions {
  readonly port: number;
  readonly route: string;
  readonly body: string;
  /** As long as this many connections can carry it; what could not be sent in time is sent as soon as one is free. */
  readonly perSecond: number;
  readonly connections: number;
  /** Asked before each request. */
  readonly goOn: () => boolean;
  /** Receives the status and the body of each response. */
  readonly answered: (status: number, body: string) => void;
}

/** Posts one and the same delivery at a steady rate. @returns how many were sent */
export async function postSteadily(options: PostSteadilyOptions): Promise<number> {
  const { port, route, body, perSecond, connections, goOn, answered } = options;
  const request = postBytes(route, null, body);
  const startedMs = performance.now();
  let sent = 0;
  async function next(): Promise<Uint8Array | null> {
    if (!goOn()) return null;
    const dueMs = startedMs + (sent * 1_000) / perSecond;
    sent += 1;
    await pause(Math.max(0, dueMs - performance.now()));
    return request;
  }
  function read(status: number, answer: Buffer): void {
    answered(status, answer.toString("utf8", answer.indexOf("\r\n\r\n") + 4));
  }
  await Promise.all(Array.from({ length: connections }, () => postInTurn(port, next, read)));
  return sent;
}
