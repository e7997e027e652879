import type { Socket } from "node:net";
import type { ActionAnswer } from "../action.ts";
import { unsendable } from "../answers.ts";
import { answerBytes, type AnswerFrame } from "./answer-bytes.ts";

/** With more waiting for its sender to take it, in bytes, nothing more is read from a connection. */
const mostUnsentBytes = 1_048_576;

/** A sender that takes its answers more slowly than this, in bytes a millisecond, is taken for one that does not read them. */
const slowest = 16;

/** Writes answers to a connection, and knows whether they are taken. A class, because one is made for each connection. */
export class AnswerWriter {
  readonly #socket: Socket;
  /** When it was last looked at, in bytes, and since when it is so. */
  #unsent = 0;
  #unsentSinceMs = 0;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  get isFull(): boolean {
    return this.#socket.writableLength > mostUnsentBytes;
  }

  /** The system has all of it. */
  get isEmpty(): boolean {
    return this.#socket.writableLength === 0;
  }

  /**
   * Whether nothing was taken for too long. The system tells of a write only when all of it is taken, so that a large one gets more time.
   * @param nowMs `performance.now()`; to be asked now and then
   * @param patienceMs for a small answer
   */
  isStuck(nowMs: number, patienceMs: number): boolean {
    const unsent = this.#socket.writableLength;
    if (unsent !== this.#unsent) {
      this.#unsent = unsent;
      this.#unsentSinceMs = nowMs;
    }
    return unsent > 0 && nowMs - this.#unsentSinceMs >= patienceMs + unsent / slowest;
  }

  write(answer: ActionAnswer, frame: AnswerFrame): void {
    if (!this.#socket.writable) return;
    const bytes = answerBytes(answer, frame) ?? answerBytes(unsendable, frame) ?? "";
    if (typeof bytes === "string") {
      this.#socket.write(bytes, "latin1");
      return;
    }
    this.#socket.cork();
    this.#socket.write(bytes[0], "latin1");
    this.#socket.write(bytes[1]);
    this.#socket.uncork();
  }

  /** Lets the sender go on with a body it keeps back. */
  writeLeave(): void {
    if (this.#socket.writable) this.#socket.write("HTTP/1.1 100 Continue\r\n\r\n", "latin1");
  }
}
