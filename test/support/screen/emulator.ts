import xterm, { type IBufferCell, type IModes } from "@xterm/headless";
import { type Cell, type CellColour, paletteColour, rgbColour } from "./cell.ts";
import { presentDayWidths } from "./character-width.ts";

/** Terminal emulator: the screen after all bytes written to it. */
export interface Emulator {
  /** Writes output; resolves once it is on the screen. */
  write(output: string): Promise<void>;
  resize(columns: number, rows: number): void;
  /** Passes on the replies of the terminal to queries in the output. */
  onReply(listener: (reply: string) => void): void;
  readonly columns: number;
  readonly rows: number;
  /** The row `y` of the window, from 0, without the spaces at its end. */
  line(y: number): string;
  cell(x: number, y: number): Cell;
  readonly cursor: { readonly x: number; readonly y: number; readonly visible: boolean };
  readonly alternate: boolean;
  /** Texts that were copied to the clipboard (OSC 52), in order. */
  readonly copied: readonly string[];
  readonly modes: IModes;
}

const blank: Cell = {
  char: " ",
  width: 1,
  fg: "default",
  bg: "default",
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  inverse: false,
};

/** @param background color of the response to a query of the background, as `rrrr/gggg/bbbb`; null for none */
export function createEmulator(columns: number, rows: number, background: string | null = null): Emulator {
  const terminal = new xterm.Terminal({ cols: columns, rows, scrollback: 1000, allowProposedApi: true });
  terminal.unicode.register(presentDayWidths);
  terminal.unicode.activeVersion = presentDayWidths.version;

  let cursorVisible = true;
  for (const [final, shown] of [
    ["h", true],
    ["l", false],
  ] as const) {
    terminal.parser.registerCsiHandler({ prefix: "?", final }, (parameters) => {
      if (parameters.includes(25)) cursorVisible = shown;
      // Goes on to the emulator's own handler.
      return false;
    });
  }

  terminal.parser.registerOscHandler(11, (text) => {
    if (text === "?" && background !== null) terminal.input(`\u001b]11;rgb:${background}\u0007`, false);
    return true;
  });

  const copied: string[] = [];
  terminal.parser.registerOscHandler(52, (text) => {
    if (text.startsWith("c;")) copied.push(Buffer.from(text.slice(2), "base64").toString());
    return true;
  });

  const bufferLine = (y: number) => terminal.buffer.active.getLine(terminal.buffer.active.baseY + y);

  return {
    write: (output) => new Promise((resolve) => terminal.write(output, resolve)),
    resize: (newColumns, newRows) => terminal.resize(newColumns, newRows),
    onReply: (listener) => void terminal.onData(listener),
    get columns() {
      return terminal.cols;
    },
    get rows() {
      return terminal.rows;
    },
    // Made narrower, the emulator keeps the cells that are out of its window.
    line: (y) => bufferLine(y)?.translateToString(true, 0, terminal.cols).trimEnd() ?? "",
    cell: (x, y) => {
      const cell = bufferLine(y)?.getCell(x);
      return cell === undefined ? blank : cellOf(cell);
    },
    get cursor() {
      const { cursorX: x, cursorY: y } = terminal.buffer.active;
      return { x, y, visible: cursorVisible };
    },
    get alternate() {
      return terminal.buffer.active.type === "alternate";
    },
    copied,
    get modes() {
      return terminal.modes;
    },
  };
}

function cellOf(cell: IBufferCell): Cell {
  const width = cell.getWidth();
  return {
    char: width === 0 ? "" : cell.getChars() || " ",
    width,
    fg: colourOf(cell.isFgDefault(), cell.isFgPalette(), cell.getFgColor()),
    bg: colourOf(cell.isBgDefault(), cell.isBgPalette(), cell.getBgColor()),
    bold: cell.isBold() !== 0,
    dim: cell.isDim() !== 0,
    italic: cell.isItalic() !== 0,
    underline: cell.isUnderline() !== 0,
    inverse: cell.isInverse() !== 0,
  };
}

function colourOf(isDefault: boolean, isPalette: boolean, value: number): CellColour {
  if (isDefault) return "default";
  return isPalette ? paletteColour(value) : rgbColour(value);
}
