import type { Command } from "../../app/commands/command.ts";
import { paletteEntries } from "../../app/commands/palette-entries.ts";
import { helpLines } from "../../app/help-lines.ts";
import type { ListView } from "../../app/list.ts";
import { keepInView } from "../../app/list.ts";
import { overlayRows } from "../../app/selection.ts";
import type { AppState } from "../../app/slice.ts";
import { messagesSlice } from "../../app/state/messages.ts";
import type { HelpPage, MessageList, Palette } from "../../app/state/overlays.ts";
import type { Line } from "../../text/line.ts";
import { blank, fitLine, line, selectedLine, span } from "../../text/line.ts";
import { exactTime } from "../../text/relative-time.ts";
import { v } from "../../text/visible.ts";
import { drawField } from "../components/field.ts";
import { keyLabel } from "../frame/key-label.ts";
import type { Floating } from "./box.ts";
import { box, contentColumns } from "./box.ts";

const boxColumns = 76;
const keyColumns = 16;

/** Draws the palette. Disabled commands show the reason. */
export function paletteBox(state: AppState, palette: Palette, commands: readonly Command[]): Floating {
  const width = contentColumns(state, boxColumns);
  const { text, caret } = drawField(palette.query, width - 2);
  const entries = paletteEntries(state, commands, palette.query.value);
  const rows = entries.map((command) => commandLine(command, state));
  const empty = line(span(v`  No matching commands.`, "muted"));
  return box(state, {
    title: v`Commands`,
    lines: [
      line(span(v`: `, "accent"), span(text)),
      ...scrolled(state, rows.length === 0 ? [empty] : rows, palette.view, width, rows.length > 0),
    ],
    cursor: { x: 2 + caret, y: 0 },
    width: boxColumns,
  });
}

/** Draws all keys, those of the current scopes first. */
export function helpBox(state: AppState, help: HelpPage, commands: readonly Command[]): Floating {
  const width = contentColumns(state, boxColumns);
  const rows = helpLines(state, commands).map((row) =>
    row.kind === "title" ? line(span(v`${row.title}`, "strong")) : commandLine(row.command, state),
  );
  return box(state, {
    title: v`Help`,
    lines: scrolled(state, rows, help.view, width, true),
    cursor: null,
    width: boxColumns,
  });
}

/** Draws the message history, newest first. */
export function messagesBox(state: AppState, list: MessageList): Floating {
  const width = contentColumns(state, boxColumns);
  const rows = messagesSlice
    .get(state)
    .history.toReversed()
    .map(({ text, tone, atMs }) =>
      line(span(v`${exactTime(atMs).slice(11, 19)} `, "muted"), span(v`${text}`, tone)),
    );
  return box(state, {
    title: v`Message history`,
    lines: scrolled(state, rows, list.view, width, true),
    cursor: null,
    width: boxColumns,
  });
}

function commandLine({ keys, title, disabledReason }: Command, state: AppState): Line {
  const label = v`${keys.map(keyLabel).join(" ").padEnd(keyColumns)} `;
  const why = disabledReason?.(state) ?? null;
  if (why !== null) return line(span(v`  ${label}${title} · ${why}`, "muted"));
  return line(span(v`  ${label}`, "accent"), span(v`${title}`));
}

function scrolled(
  state: AppState,
  rows: readonly Line[],
  view: ListView,
  width: number,
  selectable: boolean,
): readonly Line[] {
  const height = overlayRows(state);
  const { selected, top } = keepInView(view, rows.length, height);
  const shown = rows.slice(top, top + height).map((row, index) => {
    const fitted = fitLine(row, width);
    return selectable && top + index === selected ? selectedLine(fitted) : fitted;
  });
  const below = rows.length - top - height;
  return [...shown, below > 0 ? line(span(v`  ${below} more`, "muted")) : blank];
}
