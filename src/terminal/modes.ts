import type { ReadStream } from "node:tty";
import { withAnchoredColumns } from "./anchored-columns.ts";
import { createModeLedger } from "./mode-ledger.ts";
import { writeOut } from "./write-out.ts";

export interface TerminalModes {
  /**
   * Enables raw mode, bracketed paste and, if it is on, the mouse; disables line wrap if `wrapsLines` is
   * false. Must be called before the first frame, because the terminal echoes input that arrives earlier.
   */
  enter(): void;
  /**
   * Restores the terminal synchronously: screen, cursor, colors, line wrap, paste, mouse, raw mode.
   * Idempotent until the next `enter`.
   */
  leave(): void;
  /**
   * Switches reports of clicks and the wheel, now or at the next `enter`. Without them the mouse selects text in the
   * terminal.
   */
  setMouse(on: boolean): void;
  /** Drops further writes to stdout, because a late frame would overwrite the error on the normal screen. */
  silence(): void;
}

export interface ModeOptions {
  /** True if the mouse is reported. @default true */
  readonly mouse?: boolean;
  /**
   * True if the terminal wraps lines; false cuts them at the right edge. Terminals disagree on the width of
   * some characters (spacing marks, new emoji), and one wrapped line shifts all others. Inline programs need
   * line wrap.
   * @default true
   */
  readonly wrapsLines?: boolean;
}

/**
 * Sequence with which Ink enters the alternate screen. It keeps the cursor's row, where Ink starts to draw: a frame
 * shorter than the window would start in the middle.
 */
const alternateScreen = "\u001b[?1049h";
const home = "\u001b[H";
const noWrapping = "\u001b[?7l";
/** Sequences that Ink writes before and after a frame. */
const frameStart = "\u001b[?2026h";
const frameEnd = "\u001b[?2026l";
const bracketedPaste = "\u001b[?2004";
/**
 * Modes that report presses, releases and the wheel, motion with a button held, and coordinates without a
 * limit.
 */
const mouseReports = ["\u001b[?1000", "\u001b[?1002", "\u001b[?1006"];

/**
 * Creates the modes of a terminal. Wraps `stdout.write` to learn what to restore, so it must be called once
 * for a pair of streams and before other writes.
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
  /** Written part of an unfinished frame: a frame is one write, because each wakes up the terminal. */
  let frame: string | null = null;

  // Frames of an inline program begin in an unknown column.
  const anchored = (chunk: string | Uint8Array) =>
    typeof chunk === "string" && !wrapsLines ? withAnchoredColumns(chunk) : chunk;

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
    let output = chunk === alternateScreen ? alternateScreen + home : anchored(chunk);
    if (chunk === frameStart) frame = "";
    if (frame !== null && typeof output === "string") {
      frame += output;
      if (chunk !== frameEnd) {
        if (whenDone) queueMicrotask(whenDone);
        return true;
      }
      output = frame;
      frame = null;
    }
    return write.call(stdout, output, typeof encoding === "string" ? encoding : undefined, whenDone);
  }
  stdout.write = watchedWrite;

  const mouseSequence = (on: boolean) => mouseReports.map((report) => report + (on ? "h" : "l")).join("");

  return {
    enter() {
      // Must come first: a process that was continued in the background stops here, before it draws.
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
        // The terminal is gone.
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
