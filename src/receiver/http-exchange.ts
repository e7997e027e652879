import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { ActionResponse } from "./action.ts";
import { type BodyBudget, dropBytes } from "./held-bytes.ts";
import { unsendable } from "./responses.ts";

/**
 * Maximum size of an unwanted body that is discarded to keep the connection, in bytes; a larger one closes
 * it.
 */
const readOverBytes = 65_536;

/**
 * Maximum size of a response that is ended at once, in bytes. A larger one is ended after it is written,
 * because `server.close()` cuts off responses that have ended but are still being written.
 */
const largeResponseBytes = 65_536;

/** Size below which a piece of a body is copied into a page, in bytes. */
const smallBytes = 1_024;
/** Maximum size of a page, in bytes. */
const maxPageBytes = 65_536;
const noPage = Buffer.alloc(0);

/**
 * Time for which a connection is read after the last response, in milliseconds. Closing at once would reset it, and
 * the sender would lose the response (RFC 9112, section 9.6).
 */
const lingerMs = 2_000;

export interface ExchangeOptions {
  /** True if the sender waits for a 100 before it sends the body. */
  readonly awaitsContinue: boolean;
  /**
   * Limit for a pause in the sending of a response, in milliseconds. Afterwards the sender counts as gone, and the
   * connection is closed.
   */
  readonly unreadResponseTimeoutMs: number;
  /** Memory budget of all bodies of the receiver. */
  readonly budget: BodyBudget;
}

/** Reason a body is not read to its end. */
export type BodyFault = "too-large" | "no-room";

/** A request and its response. A class, so that methods are not created for each delivery. */
export class HttpExchange {
  readonly request: IncomingMessage;
  readonly #response: ServerResponse;
  readonly #options: ExchangeOptions;
  /** Bytes reserved in the budget. */
  #held = 0;
  /** True if the rest of the body is discarded. */
  #drops = false;

  constructor(request: IncomingMessage, response: ServerResponse, options: ExchangeOptions) {
    this.request = request;
    this.#response = response;
    this.#options = options;
  }

  get method(): string {
    return this.request.method ?? "";
  }

  /** Unparsed request target: `/webhooks/train?x=1`, or a URL in absolute form. */
  get target(): string {
    return this.request.url ?? "";
  }

  /** The sender's address, without port; IPv4-mapped addresses are written as IPv4. */
  get remote(): string {
    const address = this.request.socket.remoteAddress ?? "";
    return address.startsWith("::ffff:") ? address.slice(7) : address;
  }

  /**
   * Reserves memory for a body. Returns false if the budget is exhausted; the request must then be refused.
   */
  holdBody(bytes: number): boolean {
    if (!this.#options.budget.take(bytes, this.#held)) return false;
    this.#held += bytes;
    return true;
  }

  /** Releases the memory of the body. Must be called when its row is stored or could not be. */
  releaseBody(): void {
    this.#options.budget.give(this.#held);
    this.#held = 0;
  }

  /**
   * Reads the body. Calls one of the callbacks, or none if the sender disconnects before the end.
   * @param whole called with the unchanged bytes of the body
   * @param refused called with the reason and the number of bytes that have arrived
   */
  readBody(
    maxBytes: number,
    whole: (body: Buffer<ArrayBuffer>) => void,
    refused: (fault: BodyFault, bytes: number) => void,
  ): void {
    const { request } = this;
    const pieces = new BodyPieces();
    let bytes = 0;
    const refuse = (fault: BodyFault): void => {
      pieces.clear();
      request.off("data", take).off("end", end);
      this.releaseBody();
      this.#drop();
      refused(fault, bytes);
    };
    const take = (piece: Buffer<ArrayBuffer>): void => {
      bytes += piece.length;
      if (bytes > maxBytes) return refuse("too-large");
      if (bytes > this.#held && !this.holdBody(bytes - this.#held)) return refuse("no-room");
      pieces.add(piece);
    };
    const end = (): void => whole(pieces.take());
    request.on("data", take);
    request.on("end", end);
    request.once("close", () => {
      if (!request.readableEnded) this.releaseBody();
    });
    if (this.#options.awaitsContinue) this.#response.writeContinue();
  }

  /**
   * Sends the response, unless one was sent or the sender is gone. Closes the connection if the pending part
   * of the body is too large to discard.
   * @returns the given response, or a 500 if HTTP cannot carry it
   */
  respond(response: ActionResponse): ActionResponse {
    const { status, headers, body } = response;
    const output = this.#response;
    if (output.headersSent || output.destroyed) return response;
    const leavesBody = this.#leavesBody();
    if (leavesBody) output.shouldKeepAlive = false;
    const hasBody = status !== 204 && status !== 304;
    const bytes = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
    try {
      // Node treats an interim status as final.
      if (status < 200) throw new RangeError(`${status} is not a final status`);
      output.writeHead(
        status,
        hasBody ? [...headers, "Content-Length", String(bytes)] : (headers as string[]),
      );
    } catch {
      return this.respond(unsendable);
    }
    if (!hasBody || this.method === "HEAD") output.end();
    else if (leavesBody) output.write(body, () => this.#hangUp());
    else if (bytes > largeResponseBytes) output.write(body, () => output.end());
    else output.end(body);
    if (output.writableLength > 0) output.setTimeout(this.#options.unreadResponseTimeoutMs);
    return response;
  }

  /**
   * Calls the listener when the sender closes or half-closes the connection; at once if it already has. May
   * call it more than once. Returns a function that removes the listener.
   */
  whenGone(listener: () => void): () => void {
    const { socket } = this.request;
    if (socket.destroyed || socket.readableEnded) listener();
    socket.on("end", listener);
    socket.on("close", listener);
    return () => void socket.off("end", listener).off("close", listener);
  }

  /**
   * Returns true if the connection must close after the response: the pending part of the body is too large
   * to discard, of unknown size, or perhaps never sent.
   */
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

  /**
   * Closes the connection without ending the response, because Node would then destroy the socket without
   * lingering.
   */
  #hangUp(): void {
    this.#drop();
    hangUp(this.request.socket);
  }
}

/**
 * Pieces of a body. Small ones are copied into pages: a Buffer for each byte of a body costs 100 bytes, and
 * one that survives garbage collection retains the 64 KB it was read with.
 */
class BodyPieces {
  #pieces: Buffer<ArrayBuffer>[] = [];
  #bytes = 0;
  #page = noPage;
  /** Start and end of the part of the page that is not yet in `#pieces`. */
  #from = 0;
  #to = 0;

  add(piece: Buffer<ArrayBuffer>): void {
    const isFirst = this.#bytes === 0;
    this.#bytes += piece.length;
    if (isFirst || piece.length >= smallBytes) {
      this.#endRun();
      this.#pieces.push(piece);
      return;
    }
    if (this.#to + piece.length > this.#page.length) {
      this.#endRun();
      // A page is as large as the body so far, so pages at most double its memory.
      this.#page = Buffer.allocUnsafeSlow(Math.min(Math.max(this.#bytes, smallBytes), maxPageBytes));
      this.#from = 0;
      this.#to = 0;
    }
    this.#page.set(piece, this.#to);
    this.#to += piece.length;
  }

  /** Returns the whole body and clears the pieces, because a running handler retains the request. */
  take(): Buffer<ArrayBuffer> {
    this.#endRun();
    const [only] = this.#pieces;
    const body =
      this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces, this.#bytes);
    this.clear();
    return body;
  }

  clear(): void {
    this.#pieces = [];
    this.#page = noPage;
    this.#bytes = 0;
    this.#from = 0;
    this.#to = 0;
  }

  #endRun(): void {
    if (this.#to > this.#from) this.#pieces.push(this.#page.subarray(this.#from, this.#to));
    this.#from = this.#to;
  }
}

/**
 * Writes the last bytes, half-closes the connection, and destroys it after the sender had 2 s to read the
 * response.
 */
export function hangUp(socket: Socket, lastBytes = ""): void {
  if (socket.writable) socket.end(lastBytes);
  const timer = setTimeout(() => socket.destroy(), lingerMs);
  socket.once("close", () => clearTimeout(timer));
}
