import { png, svg } from "../picture/picture.ts";
import { createChanges } from "./changes.ts";
import type { Emulator } from "./emulator.ts";
import { bytesOf } from "./key-bytes.ts";
import type { Ending, Screen } from "./screen.ts";

/** Program behind an emulated screen. */
export interface Peer {
  readonly home: string;
  /** Writes bytes as a person types them. */
  write(bytes: string): void;
  /** Writes the reply of the terminal to a query. */
  reply(bytes: string): void;
  resize(columns: number, rows: number): void;
  /** Resolves when the program has ended. */
  readonly ended: Promise<Ending>;
  /** Ends the program and removes its home. */
  close(): Promise<void>;
  /** Timeout of waits, in milliseconds. @default 20,000 */
  readonly timeoutMs?: number | undefined;
}

/** Screen of a program that passes its output to `output`. */
export interface EmulatedScreen extends Screen {
  /** Draws output of the program. */
  output(this: void, text: string): void;
}

/** Creates the screen of a program, and its keyboard and mouse. */
export function emulatedScreen(emulator: Emulator, peer: Peer): EmulatedScreen {
  const { write, timeoutMs: defaultTimeoutMs = 20_000 } = peer;
  const transcript: string[] = [];
  let drawn = Promise.resolve();
  let ending: Ending | undefined;
  const changes = createChanges({
    picture: framed,
    ending: () => (ending ? wordsOf(ending) : undefined),
    isHalfDrawn: () => emulator.modes.synchronizedOutputMode,
  });
  emulator.onReply(peer.reply);
  const exit = peer.ended.then(async (end) => {
    await drawn.catch(() => undefined);
    ending = end;
    changes.happened(performance.now());
    return end;
  });

  function framed(): string {
    const bar = "─".repeat(emulator.columns);
    const { x, y } = emulator.cursor;
    return `┌${bar}┐\n${allLines()
      .map((line) => `│${line}`)
      .join("\n")}\n└${bar}┘ cursor ${x},${y}`;
  }

  const allLines = () => Array.from({ length: emulator.rows }, (_, y) => emulator.line(y));

  const screen: EmulatedScreen = {
    home: peer.home,
    exit,
    output(text) {
      const arrivedAtMs = performance.now();
      transcript.push(text);
      drawn = emulator.write(text).then(() => changes.happened(arrivedAtMs));
    },
    async waitFor(what, timeoutMs = defaultTimeoutMs) {
      const isThere =
        typeof what === "string" ? () => screen.text().includes(what) : () => screen.row(what) >= 0;
      await changes.until(isThere, String(typeof what === "string" ? JSON.stringify(what) : what), timeoutMs);
    },
    async waitUntil(condition, timeoutMs = defaultTimeoutMs) {
      await changes.until(() => condition(screen), String(condition), timeoutMs);
    },
    press(...keys) {
      for (const key of keys) write(bytesOf(key, emulator.modes.applicationCursorKeysMode));
    },
    type: (text) => write(text.replaceAll(/\r?\n/gu, "\r")),
    paste(text) {
      const body = text.replaceAll(/\r?\n/gu, "\r");
      write(emulator.modes.bracketedPasteMode ? `\u001b[200~${body}\u001b[201~` : body);
    },
    click(x, y) {
      write(`\u001b[<0;${x + 1};${y + 1}M\u001b[<0;${x + 1};${y + 1}m`);
    },
    wheel: (direction, x, y) => write(`\u001b[<${direction === "up" ? 64 : 65};${x + 1};${y + 1}M`),
    send: write,
    resize(newColumns, newRows) {
      emulator.resize(newColumns, newRows);
      peer.resize(newColumns, newRows);
    },
    async timeTo(key, condition) {
      const pressedAtMs = performance.now();
      screen.press(key);
      return (
        (await changes.until(() => condition(screen), String(condition), defaultTimeoutMs)) - pressedAtMs
      );
    },
    text: () => allLines().join("\n").trimEnd(),
    line: (y) => emulator.line(y),
    row: (pattern) => allLines().findIndex((line) => pattern.test(line)),
    cell: (x, y) => emulator.cell(x, y),
    get columns() {
      return emulator.columns;
    },
    get rows() {
      return emulator.rows;
    },
    get cursor() {
      return emulator.cursor;
    },
    get alternate() {
      return emulator.alternate;
    },
    get copied() {
      return emulator.copied;
    },
    get modes() {
      return emulator.modes;
    },
    get raw() {
      return transcript.join("");
    },
    svg: () => svg(emulator),
    png: (path) => png(emulator, path),
    close: () => peer.close(),
    [Symbol.asyncDispose]: () => peer.close(),
  };
  return screen;
}

function wordsOf(ending: Ending): string {
  return ending.signal ?? `code ${ending.code}`;
}
