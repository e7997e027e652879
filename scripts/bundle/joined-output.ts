// Replaces Ink's Output in the bundle. Ink makes an object for each cell of each frame, tokenizes every text
// twice, and serializes all cells again. This class joins the texts of a row as strings and caches the rows,
// because most are those of the previous frame. Ink's Output draws a row if a write is clipped at a side or
// cuts a wide character.
import stringWidth from "string-width";
import Output from "../../node_modules/ink/build/output.js";
import { remembered } from "./remembered.ts";
import { gap, linesOf, type Run, runsOf, serialize } from "./styled-runs.ts";

type Clip = Parameters<Output["clip"]>[0];
type Options = Parameters<Output["write"]>[3];

interface Write {
  readonly x: number;
  readonly text: string;
}

/** Text with lines before and after the row, of which Ink's Output finds the visible part. */
interface ClippedWrite extends Write, Options {
  readonly y: number;
  readonly clip: Clip;
}

interface Row {
  readonly writes: (Write | ClippedWrite)[];
  isClipped: boolean;
}

interface PlacedRun extends Run {
  readonly x: number;
}

const unbounded: Clip = { x1: undefined, x2: undefined, y1: undefined, y2: undefined };

export default class JoinedOutput {
  readonly width: number;
  readonly height: number;
  private readonly rows: readonly Row[];
  private readonly clips: Clip[] = [];

  constructor({ width, height }: { readonly width: number; readonly height: number }) {
    this.width = width;
    this.height = height;
    const length = Math.max(0, Math.ceil(height));
    this.rows = Array.from({ length }, () => ({ writes: [], isClipped: false }));
  }

  write(x: number, y: number, text: string, { transformers }: Options): void {
    if (text === "") return;
    const { x1, x2, y1, y2 } = this.clips.at(-1) ?? unbounded;
    const isCut = x1 !== undefined && x2 !== undefined;
    for (const [index, line] of linesOf(text).entries()) {
      const row = this.rows[y + index];
      if (row === undefined || !isBetween(y + index, y1, y2)) continue;
      if (isCut && !isInside(line, x, x1, x2)) {
        row.writes.push({ x, y: -index, text, clip: { ...unbounded, x1, x2 }, transformers });
        row.isClipped = true;
      } else {
        const visible = isCut ? linesOf(line).join("") : line;
        const shown = transformers.reduce((changed, transform) => transform(changed, index), visible);
        row.writes.push({ x, text: shown });
      }
    }
  }

  clip(clip: Clip): void {
    const outer = this.clips.at(-1);
    this.clips.push(outer === undefined ? clip : intersect(outer, clip));
  }

  unclip(): void {
    this.clips.pop();
  }

  get(): { output: string; height: number } {
    const rows = this.rows.map(({ writes, isClipped }) => {
      if (isClipped) return overwrite(writes, this.width);
      const key = writes.map(({ x, text }) => `${x},${text.length},${text}`).join("");
      return joinedRow(`${this.width},${key}`, writes, this.width);
    });
    return { output: rows.join("\n"), height: rows.length };
  }
}

function isBetween(row: number, first: number | undefined, end: number | undefined): boolean {
  return first === undefined || end === undefined || (row >= first && row < end);
}

/** Returns true if the characters of a line are between the sides of a clip. */
function isInside(line: string, x: number, x1: number, x2: number): boolean {
  const { width } = runsOf(line);
  return x1 < x2 && x >= x1 && x + width <= x2 && width === stringWidth(line);
}

function intersect(outer: Clip, inner: Clip): Clip {
  const edge = (name: keyof Clip, tighter: (one: number, other: number) => number) => {
    const one = outer[name];
    const other = inner[name];
    return one === undefined || other === undefined ? (one ?? other) : tighter(one, other);
  };
  return {
    x1: edge("x1", Math.max),
    x2: edge("x2", Math.min),
    y1: edge("y1", Math.max),
    y2: edge("y2", Math.min),
  };
}

const joinedRow = remembered(
  (_key, writes: readonly Write[], width: number) => join(writes, width) ?? overwrite(writes, width),
);

/** Joins the writes of a row; null if one leaves the row or cuts a wide character. */
function join(writes: readonly Write[], rowWidth: number): string | null {
  let row: PlacedRun[] = [];
  for (const { x, text } of writes) {
    const { runs, width } = runsOf(text);
    if (width === 0) continue;
    if (!Number.isInteger(x) || x < 0 || x + width > rowWidth) return null;
    const rest = uncovered(row, x, x + width);
    if (rest === null) return null;
    row = rest;
    let column = x;
    for (const run of runs) {
      row.push({ ...run, x: column });
      column += run.width;
    }
  }
  const filled: Run[] = [];
  let column = 0;
  for (const run of row.toSorted((one, other) => one.x - other.x)) {
    if (run.x > column) filled.push(gap(run.x - column));
    filled.push(run);
    column = run.x + run.width;
  }
  return serialize(filled).trimEnd();
}

/** Returns what a new write leaves of the runs of a row; null if it cuts a wide character. */
function uncovered(row: readonly PlacedRun[], from: number, to: number): PlacedRun[] | null {
  const rest: PlacedRun[] = [];
  for (const run of row) {
    const { x, value, width, isNarrow } = run;
    const end = x + width;
    if (end <= from || x >= to) rest.push(run);
    else if (x < from || end > to) {
      if (!isNarrow) return null;
      if (x < from) rest.push({ ...run, value: value.slice(0, from - x), width: from - x });
      if (end > to) rest.push({ ...run, x: to, value: value.slice(to - x), width: end - to });
    }
  }
  return rest;
}

/** Draws a row with Ink's Output: each write overwrites the ones before. */
function overwrite(writes: readonly (Write | ClippedWrite)[], width: number): string {
  const output = new Output({ width, height: 1 });
  for (const write of writes) {
    if ("clip" in write) {
      output.clip(write.clip);
      output.write(write.x, write.y, write.text, write);
      output.unclip();
    } else output.write(write.x, 0, " ", { transformers: [() => write.text] });
  }
  return output.get().output;
}
