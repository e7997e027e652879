import { firstRows } from "../../text/first-rows.ts";
import type { Line } from "../../text/line.ts";
import { blank, fitLine, line, lineWidth, selectedLine, span } from "../../text/line.ts";
import { fit } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import { wrapWords } from "../../text/wrap.ts";
import { highlighted } from "../components/highlighted.ts";
import { keyLabel } from "../frame/key-label.ts";
import { keepInView, type ListView, positionOf } from "../list.ts";
import type { Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { Floating } from "../records/screen.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { box, contentColumns, contentRows, dialogColumns } from "./box.ts";

/** Maximum columns of the keys before the title of a command. */
const maxKeyColumns = 16;
/** Columns of the marker of the selected row. */
const markerColumns = 2;
/** Rows of a list that remain below the lines above it. */
const leastRows = 3;
/** Minimum columns of a list that shows all keys of a command. */
const roomyColumns = 50;

/** Returns the visible rows of a list in a dialog: all that fit, but never a whole big terminal. */
export function dialogRows(state: AppState): number {
  const most = Math.max(16, Math.floor(windowSlice.get(state).size.rows * 0.6));
  return Math.max(1, Math.min(most, contentRows(state) - 1));
}

/** Returns the columns of a list in a dialog. */
export function listBoxColumns(state: AppState): number {
  return contentColumns(state, dialogColumns);
}

/** Puts a marker before the selected row of a list. */
export function listRow(row: Line, isSelected: boolean, width: number): Line {
  const fitted = fitLine(line(span(isSelected ? v`❯ ` : v`  `), ...row.spans), width);
  return isSelected ? selectedLine(fitted) : fitted;
}

export interface ListBox {
  readonly title: Visible;
  /** Lines above the list. */
  readonly head?: readonly Line[];
  readonly rows: readonly Line[];
  readonly view: ListView;
  /** Text of the selected row, below the list if the row has no room, for example a disabled reason. */
  readonly note?: Visible;
  /** Lines about the selected row, below the list if there is room. */
  readonly below?: readonly Line[];
  /** Text shown if the list is empty. */
  readonly empty?: Visible;
  readonly cursor?: Floating["cursor"];
  /** Preferred columns of the content. @default `dialogColumns` */
  readonly width?: number;
  /** True for a box at the right side, beside the list behind it. */
  readonly isRight?: boolean;
}

/** Draws a list in a box that keeps its place while the list gets shorter. */
export function listBox(
  state: AppState,
  {
    title,
    head = [],
    rows,
    view,
    note = v``,
    below = [],
    empty = v``,
    cursor = null,
    width = dialogColumns,
    isRight = false,
  }: ListBox,
): Floating {
  const columns = contentColumns(state, width);
  const { isLinear } = windowSlice.get(state);
  const current = rows[view.selected];
  const isCut = current !== undefined && lineWidth(current) + markerColumns > columns;
  // Keeps a line above the list and some rows, however long the note is.
  const noteRows = Math.max(1, contentRows(state) - 1 - Math.min(rows.length, leastRows));
  const notes =
    note === "" || !isCut || isLinear
      ? []
      : firstRows(wrapWords(span(note, "muted"), columns), noteRows, columns);
  // The lines above leave room for a part of the list.
  const room = contentRows(state) - notes.length;
  const above = isLinear ? head : head.slice(0, Math.max(1, room - Math.min(rows.length, leastRows)));
  const height = isLinear ? dialogRows(state) : Math.max(1, Math.min(dialogRows(state), room - above.length));
  const { selected, top } = keepInView(view, rows.length, height);
  const shown = rows
    .slice(top, top + height)
    .map((row, index) => listRow(row, top + index === selected, columns));
  const list = rows.length === 0 && empty !== "" ? wrapWords(span(empty, "muted"), columns) : shown;
  const left = isLinear ? below.length : room - above.length - list.length - 1;
  const about = below.length === 0 || left < 1 ? [] : [blank, ...below.slice(0, left)];
  return box(state, {
    title,
    lines: [...above, ...list, ...notes, ...about],
    cursor,
    width,
    isRight,
    rows: { line: above.length, first: top, count: shown.length },
    position: positionOf(top, height, rows.length),
    placedRows: head.length === 0 ? list.length : above.length + height,
  });
}

/** Place of the keys in a list of commands. */
export interface CommandList {
  readonly keyColumns: number;
  /** Number of keys that are shown of each command. */
  readonly keyCount: number;
}

/** Returns true for a command that can run now. */
export const isEnabled = ({ disabledReason }: Command, state: AppState, registry: Registry): boolean =>
  (disabledReason?.(state, registry) ?? null) === null;

/** Returns the index of the first enabled command of a list, else of the first one. */
export function firstEnabled(commands: readonly Command[], state: AppState, registry: Registry): number {
  return Math.max(
    0,
    commands.findIndex((command) => isEnabled(command, state, registry)),
  );
}

/** Returns the enabled commands before the others, each in their order. */
export function enabledFirst(
  commands: readonly Command[],
  state: AppState,
  registry: Registry,
): readonly Command[] {
  const enabled = commands.filter((command) => isEnabled(command, state, registry));
  return [...enabled, ...commands.filter((command) => !enabled.includes(command))];
}

/** Returns the keys of listed commands in `width` columns. */
export function commandList(commands: readonly Command[], width: number): CommandList {
  const keyCount = width < roomyColumns ? 1 : Number.POSITIVE_INFINITY;
  const widest = Math.max(0, ...commands.map(({ keys }) => displayWidth(keyLabels(keys, keyCount))));
  return { keyColumns: Math.min(maxKeyColumns, widest), keyCount };
}

function keyLabels(keys: readonly string[], count: number): Visible {
  return v`${keys.slice(0, count).map(keyLabel).join(" ")}`;
}

/**
 * Draws a command: its keys, its title, and the reason if it is disabled.
 * @param matched parts of the title to highlight, as alternating start and end indexes
 */
export function commandLine(
  { keys, title, disabledReason }: Command,
  state: AppState,
  registry: Registry,
  { keyColumns, keyCount }: CommandList,
  matched: readonly number[] = [],
): Line {
  const why = disabledReason?.(state, registry) ?? null;
  const tone = why === null ? "plain" : "muted";
  const label = span(v`${fit(keyLabels(keys, keyCount), keyColumns)} `, why === null ? "accent" : "muted");
  return line(
    ...(keyColumns === 0 ? [] : [label]),
    ...highlighted(title, matched, tone),
    ...(why === null ? [] : [span(v` · ${why}`, "muted")]),
  );
}
