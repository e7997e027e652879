import type { ReadStream } from "node:tty";
import { createKeyDecoder, type InputEvent, type Pending } from "./keys.ts";

export interface TerminalInput {
  start(): void;
  /**
   * Stops reading, so that another program can read, and discards incomplete input. Resolves when no more
   * bytes are taken.
   */
  pause(): Promise<void>;
  /**
   * Reads again.
   * @param drops true to discard bytes that arrived in the meantime
   */
  resume(drops: boolean): void;
  stop(): void;
}

export interface InputListeners {
  /** Called with the events of one read or timeout, at least one. */
  readonly onEvents: (events: InputEvent[]) => void;
  /** Called when the input ends or fails. */
  readonly onEnd: () => void;
}

/**
 * Limits for the rest of pending input, in milliseconds; afterwards it counts as complete. The bytes of a key arrive
 * together except over a slow line. A stalled paste must not end early, because its rest would become keys.
 */
const patienceMs: Readonly<Record<Exclude<Pending, "nothing">, number>> = {
  escape: 25,
  sequence: 500,
  paste: 3000,
};

/** Sequence of a key without its escape: `[A`, `[1;5C`, `OA`. */
const lateSequence = /^(?:\[[0-9;]*[A-Za-z~]|O[A-Za-z])/;

/** Creates a reader of a terminal in raw mode (see `createModes`). Emits input events. */
export function createInput(stdin: ReadStream, { onEvents, onEnd }: InputListeners): TerminalInput {
  const decoder = createKeyDecoder();
  let timer: NodeJS.Timeout | undefined;
  let check: NodeJS.Immediate | undefined;
  /** Time at which an escape counted as the Esc key because nothing followed. */
  let escapedAtMs = Number.NEGATIVE_INFINITY;
  /** Number of bytes to drop. */
  let stale = 0;

  function emit(events: InputEvent[]): void {
    if (events.length > 0) onEvents(events);
  }

  function cancelFlush(): void {
    clearTimeout(timer);
    clearImmediate(check);
  }

  function take(chunk: Buffer): void {
    cancelFlush();
    const dropped = Math.min(stale, chunk.length);
    stale -= dropped;
    const bytes = chunk.subarray(dropped);
    const isLate =
      performance.now() - escapedAtMs < patienceMs.sequence && lateSequence.test(bytes.toString("latin1"));
    escapedAtMs = Number.NEGATIVE_INFINITY;
    // The rest of a delayed sequence: its characters are not keys.
    if (isLate) decoder.push("\u001b");
    const events = decoder.push(bytes);
    if (decoder.pending !== "nothing") timer = setTimeout(flushUnlessMore, patienceMs[decoder.pending]);
    emit(events);
  }

  /**
   * Flushes pending input after waiting bytes are read: in a busy event loop the timer may fire before the
   * read.
   */
  function flushUnlessMore(): void {
    check = setImmediate(() => {
      if (decoder.pending === "escape") escapedAtMs = performance.now();
      emit(decoder.flush());
    });
  }

  return {
    start() {
      stdin.on("data", take);
      stdin.on("end", onEnd);
      stdin.on("error", onEnd);
      stdin.resume();
    },
    async pause() {
      cancelFlush();
      stdin.pause();
      decoder.flush();
      // Node stops reading a paused terminal in the next tick.
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    resume(drops) {
      // The stream holds the bytes of the tick in which it stopped. `read` would start reading from the terminal.
      if (drops) stale = stdin.readableLength;
      stdin.resume();
    },
    stop() {
      cancelFlush();
      stdin.off("data", take);
      stdin.off("end", onEnd);
      stdin.off("error", onEnd);
      stdin.pause();
      // A paused stream keeps the process alive.
      stdin.unref();
    },
  };
}
