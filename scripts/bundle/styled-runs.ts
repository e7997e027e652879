import stringWidth from "string-width";
import {
  ansiCodesToString,
  diffAnsiCodes,
  reduceAnsiCodes,
  styledCharsFromTokens,
  tokenize,
} from "../../node_modules/@alcalzone/ansi-tokenize/build/index.js";
import { plainTextWidth } from "../../src/text/plain-units.ts";
import { remembered } from "./remembered.ts";

type Codes = Parameters<typeof ansiCodesToString>[0];

interface Style {
  readonly codes: Codes;
  /** Escape sequences that set the style; equal for equal styles. */
  readonly key: string;
}

/** Characters of one style. */
export interface Run {
  readonly value: string;
  readonly style: Style;
  /** Number of columns. */
  readonly width: number;
  /** True if each UTF-16 unit is a character of one column, so that the run can be cut. */
  readonly isNarrow: boolean;
}

const styleOf = (codes: Codes): Style => ({ codes, key: ansiCodesToString(codes) });
const unstyled = styleOf([]);

const escape = /[\u001B\u009B]/;
const sgr = /(\u001B\[[\d;]*m)/;

const styleAfter = remembered((sequences) =>
  styleOf(reduceAnsiCodes(tokenize(sequences).filter((token) => token.type === "ansi"))),
);

/** Returns the runs of a text without tokenizing it; null if a character may be more than one UTF-16 unit. */
function plainRuns(text: string): readonly Run[] | null {
  const runs: Run[] = [];
  let style = unstyled;
  for (const [index, part] of text.split(sgr).entries()) {
    if (index % 2 === 1) style = styleAfter(style.key + part);
    else if (part !== "") {
      const width = plainTextWidth(part);
      if (width === null) return null;
      runs.push({ value: part, style, width, isNarrow: width === part.length });
    }
  }
  return runs;
}

/** Returns the characters of a text as Ink does. */
function characters(text: string): readonly Run[] {
  return styledCharsFromTokens(tokenize(text))
    .filter(({ value }) => !/^\p{Default_Ignorable_Code_Point}+$/u.test(value))
    .map(({ value, styles }) => {
      const width = Math.max(1, stringWidth(value));
      return { value, style: styleOf(styles), width, isNarrow: false };
    });
}

/** Returns a run of spaces. */
export const gap = (width: number): Run => ({
  value: " ".repeat(width),
  style: unstyled,
  width,
  isNarrow: true,
});

const change = remembered((_keys, from: Codes, to: Codes) => ansiCodesToString(diffAnsiCodes(from, to)));

function sequencesBetween(from: Style, to: Style): string {
  return from.key === to.key ? "" : change(`${from.key}|${to.key}`, from.codes, to.codes);
}

/** Joins runs with the shortest escape sequences between them. */
export function serialize(runs: readonly Run[]): string {
  let text = "";
  let last = unstyled;
  for (const { value, style } of runs) {
    text += sequencesBetween(last, style) + value;
    last = style;
  }
  return text + sequencesBetween(last, unstyled);
}

/** Returns the runs of a line, and the number of their columns. */
export const runsOf = remembered((line) => {
  const runs = plainRuns(line) ?? characters(line);
  return { runs, width: runs.reduce((sum, run) => sum + run.width, 0) };
});

/** Returns the lines of a text, each with the styles that are open at its start. */
export const linesOf = remembered((text): readonly string[] => {
  // Without escape sequences no style goes on in the next line.
  if (!escape.test(text)) return text.split("\n").map((line) => serialize(runsOf(line).runs));
  const runs = plainRuns(text);
  if (runs !== null) return [serialize(runs)];
  const lines: [Run[], ...Run[][]] = [[]];
  let line = lines[0];
  for (const character of characters(text)) {
    if (character.value === "\n") lines.push((line = []));
    else line.push(character);
  }
  return lines.map(serialize);
});
