import type { Cell } from "./cell.ts";
import type { Emulator } from "./emulator.ts";

export interface ScreenOptions {
  readonly columns?: number;
  readonly rows?: number;
  /** Rows of the emulated screen if it shall also show what scrolls out of the program's window. @default `rows` */
  readonly shownRows?: number;
  /** Variables added to the child's fixed environment; undefined removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly cwd?: string;
  /** Color that the terminal responds with to a query of its background, as `rrrr/gggg/bbbb`. @default no response */
  readonly background?: string;
  /** Timeout of waits, in milliseconds; a failed wait shows the screen. */
  readonly timeoutMs?: number;
}

/** End of a program: its exit code, or the name of the signal. */
export interface Ending {
  readonly code: number | null;
  readonly signal: string | null;
}

/** Program with an emulated screen. Rows and columns count from 0. */
export interface Screen {
  /** Home directory of the program: empty at first, removed by `close`. */
  readonly home: string;
  /** Resolves once the program has ended and all its output is on the screen. */
  readonly exit: Promise<Ending>;

  /** Waits until the screen contains a text, or one of its rows matches. */
  waitFor(what: string | RegExp, timeoutMs?: number): Promise<void>;
  waitUntil(condition: (screen: Screen) => boolean, timeoutMs?: number): Promise<void>;
  /** Presses keys as named in key tables: `"j"`, `"ctrl+d"`, `"shift+tab"`, `"esc"`. */
  press(...keys: string[]): void;
  /** Types text character by character; a line break is Enter. */
  type(text: string): void;
  /** Pastes like a terminal: in brackets if the program enabled them, with carriage returns as line breaks. */
  paste(text: string): void;
  click(x: number, y: number): void;
  wheel(direction: "up" | "down", x: number, y: number): void;
  /** Sends bytes as they are. */
  send(bytes: string): void;
  resize(columns: number, rows: number): void;
  /** Returns the milliseconds from a key to the output that made a condition true. */
  timeTo(key: string, condition: (screen: Screen) => boolean): Promise<number>;

  /** Returns the text of the screen without trailing spaces and without empty rows at the bottom. */
  text(): string;
  line(y: number): string;
  /** Returns the index of the first row that matches, or -1. */
  row(pattern: RegExp): number;
  cell(x: number, y: number): Cell;
  readonly columns: number;
  readonly rows: number;
  readonly cursor: Emulator["cursor"];
  /** True if the alternate buffer is shown. */
  readonly alternate: boolean;
  readonly copied: Emulator["copied"];
  /** Modes that the program has enabled: `bracketedPasteMode`, `mouseTrackingMode`, … */
  readonly modes: Emulator["modes"];
  /** All output of the program, as text. */
  readonly raw: string;
  svg(): string;
  /** Writes an image of the screen to a file. */
  png(path: string): Promise<void>;

  /** Ends the program and all processes it started, and removes its home directory. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** Program in a process of its own, on a real pseudo-terminal. */
export interface ProcessScreen extends Screen {
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** Closes the terminal of the program. */
  hangUp(): void;
}
