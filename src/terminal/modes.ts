import type { ReadStream } from "node:tty";
import { createModeLedger } from "./mode-ledger.ts";
import { writeOut } from "./write-out.ts";

export interface TerminalModes {
  /** Raw keys, bracketed paste, and the mouse when it is on. Called before the first frame: what is typed earlier is echoed into it. */
  enter(): void;
  /**
   * Gives the terminal back, all of it and whoever took it: screen, cursor, colours, paste, mouse, raw keys.
   * Done when it returns; again it does nothing. `enter` takes it again.
   */
  leave(): void;
  /** Reports of clicks and of the wheel; off, the terminal selects text by itself. */
  setMouse(on: boolean): void;
  /** From here on drops what is written to stdout: a late frame would land on the normal screen, over the error. */
  silence(): void;
}

export interface ModeOptions {
  /** Default: true. */
  readonly mouse?: boolean;
  /**
   * What happens at the right edge. False: a line the terminal takes for longer than the program does is cut there. Terminals disagree
   * on the width of some characters (spacing marks, new emoji), and one line that wraps pushes all others out of their place.
   * Default: true, which a program without the whole screen needs.
   */
  readonly wrapsLines?: boolean;
}

/**
 * As Ink writes it. It empties the alternate screen and leaves the cursor in the row it had on the normal one, where Ink then
 * starts to draw: what is not as high as the window would hang in the middle of it.
 */
const alternateScreen = "\u001b[?1049h";
const home = "\u001b[H";
const noWrapping = "\u001b[?7l";
const bracketedPaste = "\u001b[?2004";
/** Presses and releases, motion with a button held, and coordinates without a limit. */
const mouseReports = ["\u001b[?1000", "\u001b[?1002", "\u001b[?1006"];

/**
 * The modes of a terminal. There is one of these for a pair of streams, made before anything else writes to them:
 * it reads along what goes to `stdout` to know what has to be given back.
 */
export function createModes(
  stdin: Pick<ReadStream, "setRawMode">,
  stdout: { write: NodeJS.WriteStream["write"]; readonly fd: number },
  options: ModeOptions = {},
): TerminalModes {
  const ledger = createModeLedger();
  const { write } = stdout;
  let isSilent = false;
  const { wrapsLines = true } = options;
  let { mouse = true } = options;
  let isEntered = false;

  type Done = (error?: Error | null) => void;
  function watchedWrite(chunk: string | Uint8Array, done?: Done): boolean;
  function watchedWrite(chunk: string | Uint8Array, encoding?: BufferEncoding, done?: Done): boolean;
  function watchedWrite(chunk: string | Uint8Array, encoding?: BufferEncoding | Done, done?: Done): boolean {
    const whenDone = typeof encoding === "function" ? encoding : done;
    if (isSilent) {
      if (whenDone) queueMicrotask(whenDone);
      return true;
    }
    if (typeof chunk === "string") ledger.note(chunk);
    const output = chunk === alternateScreen ? alternateScreen + home : chunk;
    return write.call(stdout, output, typeof encoding === "string" ? encoding : undefined, whenDone);
  }
  stdout.write = watchedWrite;

  const mouseSequence = (on: boolean) => mouseReports.map((report) => report + (on ? "h" : "l")).join("");

  return {
    enter() {
      // First: a process continued in the background is stopped here, before it has drawn over someone else's screen.
      stdin.setRawMode(true);
      isEntered = true;
      stdout.write(`${wrapsLines ? "" : noWrapping}${bracketedPaste}h${mouse ? mouseSequence(true) : ""}`);
    },
    leave() {
      const undo = ledger.undo();
      ledger.note(undo);
      writeOut(stdout.fd, undo);
      if (!isEntered) return;
      isEntered = false;
      try {
        stdin.setRawMode(false);
      } catch {
        // The terminal is gone; there is nothing to give back.
      }
    },
    setMouse(on) {
      mouse = on;
      if (isEntered) stdout.write(mouseSequence(on));
    },
    silence() {
      isSilent = true;
    },
  };
}
