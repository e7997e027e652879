import { type Line, type Span, span } from "../../text/line.ts";
import { exactTime } from "../../text/relative-time.ts";
import { truncate } from "../../text/truncate.ts";
import { v, visible } from "../../text/visible.ts";
import { toneLooks } from "../../tui/components/message-tones.ts";
import { type Column, type FittedColumn, tableRow } from "../../tui/components/table.ts";
import type { Message } from "../../tui/state/messages.ts";

type Name = "time" | "level" | "text";

export const messageColumns: readonly Column<Name>[] = [
  { name: "time", title: v`time`, width: 8 },
  { name: "level", title: v`level`, width: 9 },
  { name: "text", title: v`message`, width: 14, grow: 1 },
];

/** Draws a message as a row. */
export function messageRow(
  message: Message,
  columns: readonly FittedColumn<Name>[],
  width: number,
  selected: boolean,
): Line {
  return tableRow(columns, width, selected, (name, room) => cell(message, name, room));
}

function cell(message: Message, name: Name, width: number): Span {
  switch (name) {
    case "time":
      return span(visible(exactTime(message.atMs).slice(11, 19)), "muted");
    case "level":
      return toneSpan(message);
    case "text":
      return span(truncate(visible(message.text), width));
  }
}

/** Draws the level of a message: glyph and word. */
export function toneSpan({ tone }: Message): Span {
  const { glyph, word } = toneLooks[tone];
  return span(v`${glyph} ${word}`, tone);
}
