import type { ActionAnswer } from "../action.ts";
import { BodyReader } from "./body-reader.ts";
import type { HttpConnection } from "./connection.ts";
import type { RequestHead } from "./read-head.ts";

/** A request and its answer. A class, because one is made for each delivery. */
export class HttpExchange {
  readonly head: RequestHead;
  readonly #connection: HttpConnection;
  /** Its answer, once it is there. */
  answered: ActionAnswer | null = null;
  /** The one that came after it on its connection. */
  next: HttpExchange | null = null;
  /** Nothing more is taken from the connection, and it is closed after the answer. */
  isLast: boolean;
  /** Its sender waits for leave to send the body. */
  waitsForLeave = false;
  /** Null: nobody reads the body, or it is through. */
  body: BodyReader | null = null;
  /** Of a body that is through, while the answer is owed. */
  bodyBytes = 0;

  constructor(head: RequestHead, connection: HttpConnection) {
    this.head = head;
    this.isLast = !head.keepAlive;
    this.#connection = connection;
  }

  /** The sender's address, without port; an IPv4 address is written as such, also on a socket that takes both kinds. */
  get remote(): string {
    return this.#connection.remote;
  }

  /**
   * Reads the body, and lets a sender send it that waits for leave. To be called while the request is handed over, or never: a body that
   * nobody reads is dropped, and costs the connection when it is not small.
   * @param whole gets the body, its bytes as they came
   * @param tooLarge gets how much had arrived when that was more than `maxBytes`; the answer to it is the connection's last
   */
  readBody(maxBytes: number, whole: (body: Buffer) => void, tooLarge: (bytes: number) => void): void {
    this.body = new BodyReader(maxBytes, whole, tooLarge);
    this.waitsForLeave = this.head.expectation === "continue";
  }

  /** Goes out when those before it on the connection have gone; a second one, and one whose sender is gone, is dropped. */
  answer(answer: ActionAnswer): void {
    if (this.answered !== null) return;
    this.answered = answer;
    this.#connection.send(this);
  }

  /**
   * Calls the listener when the connection is closed, or its sender has said that it sends no more; at once where that is so already. May call
   * it twice. Returns the way to stop that.
   */
  whenGone(listener: () => void): () => void {
    return this.#connection.whenGone(listener);
  }
}
