import { expandTabs } from "../text/visible-lines.ts";
import { displayWidth } from "../text/width.ts";

/** Place in a file at which an editor opens it. */
export interface EditorPlace {
  /** From 1. */
  readonly line: number;
  /** Text of the line before the place; empty for the start of the line. */
  readonly before: string;
}

/** Columns of a place, from 1. Editors count them in different units. */
const columnsIn = {
  bytes: (before: string) => Buffer.byteLength(before) + 1,
  /** Columns of the terminal, in which a tab has up to eight. */
  cells: (before: string) => displayWidth(expandTabs(before, displayWidth)) + 1,
  characters: (before: string) => Array.from(before).length + 1,
  /** UTF-16 units. */
  units: (before: string) => before.length + 1,
};

interface EditorStyle {
  /** Names of the programs. */
  readonly names: RegExp;
  /** Unit of the columns; not set for an editor that accepts only a line. */
  readonly unit?: keyof typeof columnsIn;
  arguments(path: string, line: number, column: number): readonly string[];
}

const byPlus = (path: string, line: number) => [`+${line}`, path];
const byPlusColon = (path: string, line: number, column: number) => [`+${line}:${column}`, path];
const byPlusComma = (path: string, line: number, column: number) => [`+${line},${column}`, path];
const bySuffix = (path: string, line: number, column: number) => [`${path}:${line}:${column}`];

const styles: readonly EditorStyle[] = [
  {
    names: /^(?:g?vim|nvim|vimx)$/,
    unit: "bytes",
    arguments: (path, line, column) => [`+call cursor(${line},${column})`, path],
  },
  {
    // May be a Vim without expressions, which skips an `if`, or another vi, which fails at it.
    names: /^(?:vi|view|vim\.\w+)$/,
    unit: "bytes",
    arguments: (path, line, column) => [`+${line}|if 1|call cursor(${line},${column})|endif`, path],
  },
  { names: /^(?:nano|ne)$/, unit: "cells", arguments: byPlusComma },
  { names: /^emacs(?:client)?$/, unit: "cells", arguments: byPlusColon },
  { names: /^kak$/, unit: "bytes", arguments: byPlusColon },
  { names: /^(?:micro|gedit)$/, unit: "characters", arguments: byPlusColon },
  { names: /^(?:pico|mg|joe|jed|mcedit)$/, arguments: byPlus },
  {
    names: /^(?:code|code-insiders|codium|vscodium|cursor|windsurf)$/,
    unit: "units",
    arguments: (path, line, column) => ["-g", `${path}:${line}:${column}`],
  },
  {
    names: /^(?:hx|helix|subl|sublime_text|zed|zeditor)$/,
    unit: "characters",
    arguments: bySuffix,
  },
];

/**
 * Returns the arguments that open a file at a place; for an unknown editor only the file.
 * @param editor command, possibly with arguments: `code --wait`
 */
export function editorArguments(
  editor: string,
  path: string,
  { line, before }: EditorPlace,
): readonly string[] {
  const program = editor.trim().split(/\s+/)[0]?.split("/").at(-1) ?? "";
  const style = styles.find(({ names }) => names.test(program));
  if (style === undefined) return [path];
  const column = style.unit === undefined ? 1 : columnsIn[style.unit](before);
  return style.arguments(path, line, column);
}
