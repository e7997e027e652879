import type { ReadStream } from "node:tty";
import { createKeyDecoder, type InputEvent, type Pending } from "./keys.ts";

export interface TerminalInput {
  start(): void;
  /** Stops reading, so that another program can. Kept once not one more byte is taken. */
  pause(): Promise<void>;
  resume(): void;
  stop(): void;
}

export interface InputListeners {
  /** All the events of one read, never none. */
  readonly onEvents: (events: InputEvent[]) => void;
  /** The terminal is gone: nothing will ever be typed again. */
  readonly onEnd: () => void;
}

/**
 * How long silence has to last before what is open is taken for finished. Bytes of one key arrive together except over a slow
 * line; a paste stalls when the line does, and ending it early would turn the rest of it into keys.
 */
const patienceMs: Readonly<Record<Exclude<Pending, "nothing">, number>> = {
  escape: 25,
  sequence: 500,
  paste: 3000,
};

/** Reads a terminal in raw mode and hands over what was typed. Raw mode itself is a matter of `createModes`. */
export function createInput(stdin: ReadStream, { onEvents, onEnd }: InputListeners): TerminalInput {
  const decoder = createKeyDecoder();
  let timer: NodeJS.Timeout | undefined;
  let check: NodeJS.Immediate | undefined;

  function emit(events: InputEvent[]): void {
    if (events.length > 0) onEvents(events);
  }

  function cancelFlush(): void {
    clearTimeout(timer);
    clearImmediate(check);
  }

  function take(chunk: Buffer): void {
    cancelFlush();
    const events = decoder.push(chunk);
    if (decoder.pending !== "nothing") timer = setTimeout(flushUnlessMore, patienceMs[decoder.pending]);
    emit(events);
  }

  /** After a busy moment the timer is due before the bytes that were waiting all along are read: they are let in first. */
  function flushUnlessMore(): void {
    check = setImmediate(() => emit(decoder.flush()));
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
      // Node stops the reading of a paused terminal in the next tick.
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    resume() {
      stdin.resume();
    },
    stop() {
      cancelFlush();
      stdin.off("data", take);
      stdin.off("end", onEnd);
      stdin.off("error", onEnd);
      stdin.pause();
      // Paused, it would still keep the process from ending.
      stdin.unref();
    },
  };
}
