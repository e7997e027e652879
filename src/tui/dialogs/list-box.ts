import type { Line } from "../../text/line.ts";
import { blank, fitLine, line, selectedLine, span } from "../../text/line.ts";
import type { Visible } from "../../text/visible.ts";
import { v } from "../../text/visible.ts";
import type { Command } from "../commands/command.ts";
import { highlighted } from "../components/highlighted.ts";
import { keyLabel } from "../frame/key-label.ts";
import { keepInView, type ListView } from "../list.ts";
import type { Registry } from "../registry.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { box, contentColumns, type Floating } from "./box.ts";

const boxColumns = 76;
const keyColumns = 16;

/** Returns the visible rows of a list in a dialog: 1 to 16. */
export function dialogRows(state: AppState): number {
  return Math.max(1, Math.min(16, windowSlice.get(state).size.rows - 8));
}

/** Returns the columns of a list in a dialog. */
export function listBoxColumns(state: AppState): number {
  return contentColumns(state, boxColumns);
}

export interface ListBox {
  readonly title: Visible;
  /** Lines above the list. */
  readonly head?: readonly Line[];
  readonly rows: readonly Line[];
  readonly view: ListView;
  /** Text shown if the list is empty. */
  readonly empty?: Visible;
  readonly cursor?: Floating["cursor"];
}

/** Draws a list in a box, and the number of rows below the visible ones. */
export function listBox(
  state: AppState,
  { title, head = [], rows, view, empty = v``, cursor = null }: ListBox,
): Floating {
  const width = listBoxColumns(state);
  const height = dialogRows(state);
  const { selected, top } = keepInView(view, rows.length, height);
  const shown = rows.slice(top, top + height).map((row, index) => {
    const fitted = fitLine(row, width);
    return top + index === selected ? selectedLine(fitted) : fitted;
  });
  const below = rows.length - top - height;
  const list = rows.length === 0 && empty !== "" ? [line(span(empty, "muted"))] : shown;
  const more = below > 0 ? line(span(v`  ${below} more`, "muted")) : blank;
  return box(state, {
    title,
    lines: [...head, ...list, more],
    cursor,
    width: boxColumns,
    rows: { line: head.length, first: top, count: shown.length },
  });
}

/**
 * Draws a command: its keys, its title, and why it is disabled.
 * @param matched parts of the title to highlight, as alternating start and end indexes
 */
export function commandLine(
  { keys, title, disabledReason }: Command,
  state: AppState,
  registry: Registry,
  matched: readonly number[] = [],
): Line {
  const label = v`${keys.map(keyLabel).join(" ").padEnd(keyColumns)} `;
  const why = disabledReason?.(state, registry) ?? null;
  const tone = why === null ? "plain" : "muted";
  return line(
    span(v`  ${label}`, why === null ? "accent" : "muted"),
    ...highlighted(title, matched, tone),
    ...(why === null ? [] : [span(v` · ${why}`, "muted")]),
  );
}
