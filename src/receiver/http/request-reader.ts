import type { ActionAnswer } from "../action.ts";
import { refusals } from "../answers.ts";
import { ChunkedBody, type ChunkedEnd } from "./chunked-body.ts";
import { mayBecomeHead, readHead, type RequestHead } from "./read-head.ts";

/** Who is told what a connection's bytes say, in their order. */
export interface RequestListener {
  /** A request begins; `end` follows when it has no body. */
  head(head: RequestHead): void;
  /** A part of the body of the request that began last. */
  piece(bytes: Buffer): void;
  /** All of that request is there. */
  end(): void;
  /** What comes cannot be read, and nothing that follows can be. @param answer what its sender is told */
  fault(answer: ActionAnswer): void;
}

/** Of the head of a request, in bytes. */
const mostHeadBytes = 16_384;

const endOfHead = "\r\n\r\n";

const chunkFaults: Record<Exclude<ChunkedEnd, "more" | "end">, ActionAnswer> = {
  malformed: refusals.malformed,
  "extensions-too-large": refusals.tooLargeExtensions,
  "trailers-too-large": refusals.tooLargeHead,
};

/** Reads requests out of the bytes of a connection, however they are cut into pieces. */
export class RequestReader {
  readonly #listener: RequestListener;
  /** Of a head that is not whole. */
  #unread: Buffer | null = null;
  /** Of a body whose length is known, what is still to come. */
  #left = 0;
  #chunked: ChunkedBody | null = null;
  #isStopped = false;

  constructor(listener: RequestListener) {
    this.#listener = listener;
  }

  /** What still comes is to be dropped. */
  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** A request has begun to come and has no head yet. */
  get isInHead(): boolean {
    return this.#unread !== null;
  }

  /** A request has its head, and its body is not all there. */
  get isInBody(): boolean {
    return this.#chunked !== null || this.#left > 0;
  }

  /** Nothing more is read, also of the piece that is being read; what was half there is forgotten. */
  stop(): void {
    this.#isStopped = true;
    this.#unread = null;
    this.#chunked = null;
    this.#left = 0;
  }

  take(piece: Buffer): void {
    const seen = this.#unread === null ? 0 : this.#unread.length;
    const bytes = this.#unread === null ? piece : Buffer.concat([this.#unread, piece]);
    this.#unread = null;
    for (let at = 0; at < bytes.length && !this.#isStopped;) {
      at = this.isInBody ? this.#takeBody(bytes, at) : this.#takeHead(bytes, at, seen);
    }
  }

  /**
   * @param seen to where the bytes were looked at before
   * @returns where the next thing begins
   */
  #takeHead(bytes: Buffer, start: number, seen: number): number {
    let at = start;
    // Some send an empty line behind a body: RFC 9112, section 2.2.
    while (bytes[at] === 0x0d || bytes[at] === 0x0a) at += 1;
    if (at === bytes.length) return at;
    const end = bytes.indexOf(endOfHead, Math.max(at, seen - endOfHead.length), "latin1");
    // Where the end is not there, the last bytes may be the beginning of it.
    if ((end === -1 ? bytes.length - endOfHead.length + 1 : end) - at > mostHeadBytes) {
      this.#listener.fault(refusals.tooLargeHead);
    } else if (end === -1) {
      const rest = bytes.subarray(at);
      if (mayBecomeHead(rest, seen - at)) this.#unread = rest;
      else this.#listener.fault(refusals.malformed);
      return bytes.length;
    } else {
      const head = readHead(bytes.toString("latin1", at, end));
      if (head === null) this.#listener.fault(refusals.malformed);
      else if (head.method === "CONNECT") this.#listener.fault(refusals.tunnel);
      else this.#begin(head);
    }
    return end + endOfHead.length;
  }

  #begin(head: RequestHead): void {
    this.#left = head.contentLength ?? 0;
    this.#chunked = head.contentLength === null ? new ChunkedBody() : null;
    this.#listener.head(head);
    if (head.contentLength === 0 && !this.#isStopped) this.#listener.end();
  }

  /** @returns where the next thing begins */
  #takeBody(bytes: Buffer, start: number): number {
    if (this.#chunked !== null) return this.#takeChunks(this.#chunked, bytes, start);
    const end = Math.min(bytes.length, start + this.#left);
    this.#left -= end - start;
    this.#listener.piece(bytes.subarray(start, end));
    if (this.#left === 0 && !this.#isStopped) this.#listener.end();
    return end;
  }

  #takeChunks(chunked: ChunkedBody, bytes: Buffer, start: number): number {
    const found = chunked.read(bytes, start, (piece) => {
      if (!this.#isStopped) this.#listener.piece(piece);
    });
    const end = start + chunked.consumed;
    if (this.#isStopped || found === "more") return end;
    this.#chunked = null;
    if (found === "end") this.#listener.end();
    else this.#listener.fault(chunkFaults[found]);
    return end;
  }
}
