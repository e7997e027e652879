import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ActionAnswer } from "./action.ts";
import { type BodyBudget, dropBytes } from "./held-bytes.ts";
import { unsendable } from "./responses.ts";

/** Node reads an unwanted body over up to this size, in bytes, so that the connection can be used again; a larger one costs the connection. */
const readOverBytes = 65_536;

/** A larger answer ends when it is written: `server.close()` cuts off an answer that has ended and is still being written. */
const largeAnswerBytes = 65_536;

/** Pieces smaller than this, in bytes, are joined as soon as there are `mostSmall` of them: each one costs some hundred bytes more. */
const smallBytes = 1_024;
const mostSmall = 256;

/**
 * How long a connection still takes what its sender has under way after the last answer. Closed at once, the system would reset it, and
 * the sender would lose that answer (RFC 9112, section 9.6).
 */
const lingerMs = 2_000;

export interface ExchangeOptions {
  /** The sender waits for a 100 before it sends the body. */
  readonly awaitsContinue: boolean;
  /** A sender that takes nothing of its answer for so long is cut off. */
  readonly unreadAnswerTimeoutMs: number;
  /** What the bodies of all connections may take of memory. */
  readonly budget: BodyBudget;
}

/** Why a body is not read to its end. */
export type BodyFault = "too-large" | "no-room";

/** A request and the answer to it. A class, because one is made for each delivery. */
export class HttpExchange {
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #options: ExchangeOptions;
  /** Room in the budget, in bytes. */
  #held = 0;
  #drops = false;

  constructor(request: IncomingMessage, response: ServerResponse, options: ExchangeOptions) {
    this.request = request;
    this.#response = response;
    this.#options = options;
  }

  get method(): string {
    return this.request.method ?? "";
  }

  /** The request's target as it came: `/webhooks/train?x=1`, also in absolute form. */
  get target(): string {
    return this.request.url ?? "";
  }

  /** The sender's address, without port; an IPv4 address is written as such, also on a socket that takes both kinds. */
  get remote(): string {
    const address = this.request.socket.remoteAddress ?? "";
    return address.startsWith("::ffff:") ? address.slice(7) : address;
  }

  /** Takes room for a body of that length before it is read; false: there is none, and the request is to be refused. */
  holdBody(bytes: number): boolean {
    if (!this.#options.budget.take(bytes, this.#held)) return false;
    this.#held += bytes;
    return true;
  }

  /** To be called when the row of a body that was read is stored, or will not be. */
  releaseBody(): void {
    this.#options.budget.give(this.#held);
    this.#held = 0;
  }

  /**
   * Reads the body. Calls one of the two, or neither when the sender goes away in the middle.
   * @param whole gets the body, its bytes as they came
   * @param refused gets why it is not read to its end, and how much of it had arrived
   */
  readBody(
    maxBytes: number,
    whole: (body: Buffer) => void,
    refused: (fault: BodyFault, bytes: number) => void,
  ): void {
    const { request } = this;
    let pieces: Buffer[] = [];
    let bytes = 0;
    let small = 0;
    const refuse = (fault: BodyFault): void => {
      pieces = [];
      request.off("data", take).off("end", end);
      this.releaseBody();
      this.#drop();
      refused(fault, bytes);
    };
    const take = (piece: Buffer): void => {
      bytes += piece.length;
      if (bytes > maxBytes) return refuse("too-large");
      if (bytes > this.#held && !this.holdBody(bytes - this.#held)) return refuse("no-room");
      pieces.push(piece);
      small = piece.length < smallBytes ? small + 1 : 0;
      if (small === mostSmall) {
        pieces.push(Buffer.concat(pieces.splice(-mostSmall)));
        small = 0;
      }
    };
    const end = (): void => {
      const [only] = pieces;
      const body = pieces.length === 1 && only !== undefined ? only : Buffer.concat(pieces, bytes);
      // A handler keeps the request for as long as it runs.
      pieces = [];
      whole(body);
    };
    request.on("data", take);
    request.on("end", end);
    request.once("close", () => {
      if (!request.readableEnded) this.releaseBody();
    });
    if (this.#options.awaitsContinue) this.#response.writeContinue();
  }

  /**
   * Answers the request; a second answer, and one whose sender is gone, is dropped. Closes the connection where more of the body is to
   * come than is worth reading over.
   * @returns what was answered: 500 in the place of what HTTP cannot carry
   */
  answer(answer: ActionAnswer): ActionAnswer {
    const { status, headers, body } = answer;
    const response = this.#response;
    if (response.headersSent || response.destroyed) return answer;
    const leavesBody = this.#leavesBody();
    if (leavesBody) response.shouldKeepAlive = false;
    const hasBody = status !== 204 && status !== 304;
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    try {
      // Node takes an interim status for the final one.
      if (status < 200) throw new RangeError(`${status} is no final status`);
      response.writeHead(
        status,
        hasBody ? [...headers, "Content-Length", String(bytes)] : (headers as string[]),
      );
    } catch {
      return this.answer(unsendable);
    }
    if (!hasBody || this.method === "HEAD") response.end();
    else if (leavesBody) response.write(body, () => this.#hangUp());
    else if (bytes > largeAnswerBytes) response.write(body, () => response.end());
    else response.end(body);
    if (response.writableLength > 0) response.setTimeout(this.#options.unreadAnswerTimeoutMs);
    return answer;
  }

  /**
   * Calls the listener when the connection is closed, or its sender has said that it sends no more; at once where that is so already. May
   * call it twice. Returns the way to stop that.
   */
  whenGone(listener: () => void): () => void {
    const { socket } = this.request;
    if (socket.destroyed || socket.readableEnded) listener();
    socket.on("end", listener);
    socket.on("close", listener);
    return () => void socket.off("end", listener).off("close", listener);
  }

  /** More of the body is to come than is worth reading over, or nobody knows whether it comes. */
  #leavesBody(): boolean {
    const { complete, headers } = this.request;
    if (complete) return false;
    if (headers["transfer-encoding"] !== undefined) return true;
    const length = Number(headers["content-length"] ?? 0);
    if (length === 0) return false;
    return length > readOverBytes || headers.expect !== undefined || !this.#response.shouldKeepAlive;
  }

  #drop(): void {
    if (this.#drops) return;
    this.#drops = true;
    this.request.on("data", dropBytes);
  }

  /** The answer is written; its response never ends, because Node would then destroy the socket without lingering. */
  #hangUp(): void {
    this.#drop();
    hangUp(this.request.socket);
  }
}

/** Says that nothing more is sent, and lets the sender read that before the connection is cut off. */
export function hangUp(socket: Socket, lastBytes = ""): void {
  if (socket.writable) socket.end(lastBytes);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}
