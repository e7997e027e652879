import type { Cell } from "./cell.ts";
import type { Emulator } from "./emulator.ts";

export interface ScreenOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Added to the child's environment, which is otherwise the same everywhere; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** How long a wait may take before it fails and shows the screen. */
  readonly timeoutMs?: number;
}

/** How a program ended: a code, or the name of the signal that ended it. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A program on a real pseudo-terminal whose output is drawn on an emulated screen. Rows and columns count from 0. */
export interface Screen {
  /** The child's home directory: empty at the start, gone after `close`. */
  readonly home: string;
  readonly pid: number;
  /** Kept once the program has ended and all it wrote is on the screen. */
  readonly exit: Promise<Ending>;

  /** Waits until the screen shows a text, or a row of it matches. */
  waitFor(what: string | RegExp, timeoutMs?: number): Promise<void>;
  waitUntil(condition: (screen: Screen) => boolean, timeoutMs?: number): Promise<void>;
  /** Presses keys as key tables spell them: `"j"`, `"ctrl+d"`, `"shift+tab"`, `"esc"`. */
  press(...keys: string[]): void;
  /** Types text character by character; a line end is Enter. */
  type(text: string): void;
  /** Pastes the way a terminal does: between marks if the program asked for them, line ends as carriage returns. */
  paste(text: string): void;
  click(x: number, y: number): void;
  wheel(direction: "up" | "down", x: number, y: number): void;
  /** Sends bytes as they are. */
  send(bytes: string): void;
  resize(columns: number, rows: number): void;
  signal(name: NodeJS.Signals): void;
  /** Closes the window: the program loses its terminal. */
  hangUp(): void;
  /** Milliseconds from a key to the arrival of the output that made a condition true. */
  timeTo(key: string, condition: (screen: Screen) => boolean): Promise<number>;

  /** The whole window, rows without the spaces at their ends, empty rows at the bottom left out. */
  text(): string;
  line(y: number): string;
  /** The first row that matches, or -1. */
  row(pattern: RegExp): number;
  cell(x: number, y: number): Cell;
  readonly columns: number;
  readonly rows: number;
  readonly cursor: Emulator["cursor"];
  /** Whether the alternate buffer is showing. */
  readonly alternate: boolean;
  /** What the program has switched on: `bracketedPasteMode`, `mouseTrackingMode`, … */
  readonly modes: Emulator["modes"];
  /** Everything the program wrote, byte for byte, as text. */
  readonly raw: string;
  svg(): string;
  /** Writes a picture of the screen, for looking at. */
  png(path: string): Promise<void>;

  /** Ends the program and everything it started, and removes its home. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}
