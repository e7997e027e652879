import type { Socket } from "node:net";
import type { ActionAnswer } from "../action.ts";
import { refusals } from "../answers.ts";
import { dropBytes } from "../drop-bytes.ts";
import { keepAliveSeconds } from "./answer-bytes.ts";
import { AnswerWriter } from "./answer-writer.ts";
import { HttpExchange } from "./exchange.ts";
import type { RequestHead } from "./read-head.ts";
import { RequestReader } from "./request-reader.ts";

/** What a connection needs of the server it belongs to. */
export interface ConnectionHost {
  /** From the first byte of a request to the end of its head. */
  readonly headersTimeoutMs: number;
  /** From the first byte of a request to its last; and so long nothing need be taken of a small answer. */
  readonly requestTimeoutMs: number;
  /** It is closing: an answer behind which nothing is under way is a connection's last. */
  readonly isClosing: boolean;
  /** Gets each request when its head is there. Must answer it, now or later. */
  take(exchange: HttpExchange): void;
}

/** A body nobody reads is read over up to this size, in bytes, so that the connection can be used again; a larger one costs the connection. */
const readOverBytes = 65_536;

/** With more unanswered requests on a connection, or more bytes in their bodies, nothing more is read from it. */
const mostOwed = 1_000;
const mostOwedBytes = 16_777_216;

/** Longer than the sender is told, so that a request it sends at the last moment is still taken. */
const idleMs = (keepAliveSeconds + 1) * 1_000;

/**
 * How long a connection that is to be closed still takes what its sender has under way. Closed at once, the system would
 * answer that with a reset, and the sender would lose our answer (RFC 9112, section 9.6).
 */
const lingerMs = 2_000;

/** Whose answer a request gets that could not be read. */
const noRequest: RequestHead = {
  method: "",
  target: "",
  minorVersion: 1,
  headers: [],
  contentLength: 0,
  isCoded: false,
  expectation: "nothing",
  keepAlive: false,
};

/** One connection: requests out of its bytes, answers in the order of the requests, and an end that costs nobody an answer. */
export class HttpConnection {
  /** The sender's address, without port; an IPv4 address is written as such, also on a socket that takes both kinds. */
  readonly remote: string;
  readonly #socket: Socket;
  readonly #host: ConnectionHost;
  readonly #writer: AnswerWriter;
  readonly #reader: RequestReader;
  /** Whose body is being read, or read over. */
  #reading: HttpExchange | null = null;
  /** Those whose answer is not out, linked in their order. */
  #first: HttpExchange | null = null;
  #last: HttpExchange | null = null;
  #owed = 0;
  #owedBytes = 0;
  /** A request is being handed over: how its connection goes on is not known before that. */
  #isBeginning = false;
  #isPaused = false;
  /** The sender has said that it sends no more, or is gone. */
  #hasEnded = false;
  /** The last answer is out. */
  #isShut = false;
  /** `performance.now()` when the request under way began, and at first when the connection did; null: none is. */
  #beganMs: number | null = performance.now();
  #idleSinceMs = performance.now();
  /** When a connection that is shut is cut off. */
  #cutOffMs = Infinity;
  #whenGone: Set<() => void> | null = null;

  constructor(socket: Socket, host: ConnectionHost) {
    this.#socket = socket;
    this.#host = host;
    this.#writer = new AnswerWriter(socket);
    this.#reader = new RequestReader({
      head: (head) => this.#begin(head),
      piece: (bytes) => this.#takePiece(bytes),
      end: () => this.#endBody(),
      fault: (answer) => this.#refuse(answer),
    });
    const address = socket.remoteAddress ?? "";
    this.remote = address.startsWith("::ffff:") ? address.slice(7) : address;
    socket.on("data", (piece: Buffer) => this.#take(piece));
    socket.on("end", () => this.#takeEnd());
    socket.on("drain", () => this.#regulate());
    // What broke it is of no use to anybody; `close` follows.
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#isShut = true;
      this.#takeNothingMore();
      this.#tellGone();
    });
  }

  /** To be called when an exchange of this connection has its answer. */
  send(exchange: HttpExchange): void {
    if (exchange === this.#first && !this.#isBeginning) this.#flush();
  }

  /** See `HttpExchange.whenGone`. */
  whenGone(listener: () => void): () => void {
    if (this.#hasEnded) listener();
    // Not as listeners of the socket, which Node thinks to be a leak when a pipeline has more than ten.
    const listeners = (this.#whenGone ??= new Set());
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Cuts it off, whatever is under way. */
  destroy(): void {
    this.#socket.destroy();
  }

  /** Closes it where no request is under way; an answer that is still going out goes out. */
  closeIfIdle(): void {
    if (this.#isShut || !this.#isIdle) return;
    if (this.#writer.isEmpty) this.destroy();
    else this.#shut();
  }

  /** Ends what takes too long; to be called now and then. @param nowMs `performance.now()` */
  checkTime(nowMs: number): void {
    const { headersTimeoutMs, requestTimeoutMs, isClosing } = this.#host;
    if (nowMs >= this.#cutOffMs || this.#writer.isStuck(nowMs, requestTimeoutMs)) return this.destroy();
    if (this.#isShut) return;
    if (this.#beganMs !== null) {
      const limitMs = this.#reading === null ? headersTimeoutMs : requestTimeoutMs;
      // It is us the sender waits for.
      if (this.#isPaused || this.#reading?.waitsForLeave === true) this.#beganMs = nowMs;
      else if (nowMs - this.#beganMs >= limitMs) this.#refuse(refusals.tooSlow);
    } else if (isClosing) {
      this.closeIfIdle();
    } else if (!this.#writer.isEmpty) {
      this.#idleSinceMs = nowMs;
    } else if (nowMs - this.#idleSinceMs >= idleMs) {
      this.closeIfIdle();
    }
  }

  /** Nothing is under way on it, neither a request nor an answer that is not made. */
  get #isIdle(): boolean {
    return this.#first === null && this.#reading === null && !this.#reader.isInHead;
  }

  #take(piece: Buffer): void {
    if (this.#reader.isStopped) {
      dropBytes(piece);
      return;
    }
    this.#reader.take(piece);
    if (this.#reading === null && !this.#reader.isInHead) this.#beganMs = null;
    else this.#beganMs ??= performance.now();
    this.#regulate();
  }

  #begin(head: RequestHead): void {
    const exchange = this.#owe(new HttpExchange(head, this));
    this.#reading = exchange;
    this.#isBeginning = true;
    this.#host.take(exchange);
    this.#isBeginning = false;
    if (exchange.body === null) this.#leaveUnread(head);
    if (exchange.answered !== null) this.send(exchange);
    this.#giveLeave();
  }

  /** Nobody wants the body: it is read over, or nothing more is taken from the connection. */
  #leaveUnread({ contentLength, expectation }: RequestHead): void {
    // Where an expectation was not met, the sender may keep the body back or send it: only a new connection makes clear where the next
    // request starts.
    if (expectation !== "nothing" || contentLength === null || contentLength > readOverBytes) this.#close();
  }

  #takePiece(piece: Buffer): void {
    const exchange = this.#reading;
    const body = exchange?.body ?? null;
    if (exchange === null || body === null || body.take(piece)) return;
    exchange.body = null;
    this.#close();
    body.refuse();
  }

  #endBody(): void {
    const exchange = this.#reading;
    if (exchange === null) return;
    this.#reading = null;
    this.#beganMs = null;
    this.#noteIdle();
    const { body } = exchange;
    if (exchange.isLast) this.#takeNothingMore();
    if (body === null) return;
    exchange.body = null;
    // Where it has its answer, nobody keeps the body for its sake.
    if (exchange === this.#last) {
      exchange.bodyBytes = body.bytes;
      this.#owedBytes += body.bytes;
    }
    body.end();
  }

  #takeEnd(): void {
    this.#tellGone();
    if (this.#reader.isStopped) return;
    if (this.#reading !== null || this.#reader.isInHead) this.#refuse(refusals.malformed);
    else this.#close();
  }

  /** Answers what cannot be read in its turn, behind what was read before, and takes nothing more. */
  #refuse(answer: ActionAnswer): void {
    const broken = this.#reading ?? this.#owe(new HttpExchange(noRequest, this));
    // A body that is only read over: the request has its answer, or will get it from whom it was handed to.
    const isHandled = broken === this.#reading && broken.body === null;
    broken.body = null;
    this.#close();
    if (!isHandled) broken.answer(answer);
  }

  /** Takes nothing more: the connection ends behind what is still to be answered. */
  #close(): void {
    this.#takeNothingMore();
    if (this.#last === null) this.#shut();
    else this.#last.isLast = true;
  }

  /** And keeps nothing of what was half there: somebody may hold on to an exchange, and so to the connection. */
  #takeNothingMore(): void {
    this.#reader.stop();
    this.#reading = null;
    this.#beganMs = null;
  }

  #owe(exchange: HttpExchange): HttpExchange {
    if (this.#last === null) this.#first = exchange;
    else this.#last.next = exchange;
    this.#last = exchange;
    this.#owed += 1;
    return exchange;
  }

  /** Sends what is ready, in the order of the requests. */
  #flush(): void {
    for (let exchange = this.#first; exchange?.answered; exchange = this.#first) {
      this.#first = exchange.next;
      // Who holds on to one must not hold on to all that came after it.
      exchange.next = null;
      if (this.#first === null) this.#last = null;
      this.#owed -= 1;
      this.#owedBytes -= exchange.bodyBytes;
      const isLast = this.#isLast(exchange);
      this.#writer.write(exchange.answered, { isLast, headOnly: exchange.head.method === "HEAD" });
      if (isLast) return this.#shut();
    }
    this.#giveLeave();
    this.#noteIdle();
    this.#regulate();
  }

  #isLast(exchange: HttpExchange): boolean {
    if (exchange.isLast) return true;
    // It is answered before it sent its body, which it may now keep back or send.
    if (exchange.waitsForLeave && exchange === this.#reading) return true;
    if (!this.#host.isClosing) return false;
    return this.#first === null && !this.#reader.isInHead && (this.#reading ?? exchange) === exchange;
  }

  /** Lets the sender go on with its body, when nothing is owed before it: said earlier, it would pass for the answer to something else. */
  #giveLeave(): void {
    const reading = this.#reading;
    if (reading === null || !reading.waitsForLeave || reading !== this.#first) return;
    reading.waitsForLeave = false;
    this.#writer.writeLeave();
  }

  #shut(): void {
    if (this.#isShut) return;
    this.#isShut = true;
    this.#takeNothingMore();
    this.#socket.end(() => {
      this.#cutOffMs = performance.now() + lingerMs;
    });
    this.#socket.resume();
  }

  /** Takes nothing from a sender that lets its answers pile up, here or in its socket. */
  #regulate(): void {
    const isFull = this.#owed > mostOwed || this.#owedBytes > mostOwedBytes || this.#writer.isFull;
    if (isFull === this.#isPaused || this.#isShut) return;
    this.#isPaused = isFull;
    if (isFull) this.#socket.pause();
    else this.#socket.resume();
  }

  #noteIdle(): void {
    if (this.#isIdle) this.#idleSinceMs = performance.now();
  }

  #tellGone(): void {
    this.#hasEnded = true;
    for (const listener of this.#whenGone ?? []) listener();
  }
}
