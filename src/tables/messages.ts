import { dateTime, type TimeZone, timeOfDay } from "../text/clock-time.ts";
import { type Span, span } from "../text/line.ts";
import { toneStyles } from "../text/tone-styles.ts";
import { v, visible } from "../text/visible.ts";
import type { Table } from "./column.ts";

/** Message of the app in a list. */
export interface MessageRow {
  readonly atMs: number;
  readonly tone: keyof typeof toneStyles;
  readonly text: string;
}

export interface MessageContext {
  readonly zone: TimeZone;
}

const severities = { ok: 0, warn: 1, error: 2 } as const;

export const messageTable = {
  name: "messages",
  columns: {
    time: {
      title: v`time`,
      width: 8,
      drop: 1,
      cell: ({ atMs }, { zone }) => span(timeOfDay(atMs, zone), "muted"),
      print: ({ atMs }, { zone }) => span(dateTime(atMs, zone, "second")),
      order: ({ atMs }) => atMs,
    },
    level: {
      title: v`level`,
      width: 9,
      cell: toneSpan,
      print: ({ tone }) => span(toneStyles[tone].word),
      order: ({ tone }) => severities[tone],
    },
    text: {
      title: v`message`,
      width: 22,
      grow: 1,
      cell: ({ text }) => span(visible(text)),
      order: ({ text }) => text,
    },
  },
  shown: ["time", "level", "text"],
} satisfies Table<MessageRow, MessageContext>;

/** Draws the level of a message: glyph and word. */
export function toneSpan({ tone }: Pick<MessageRow, "tone">): Span {
  const { glyph, word } = toneStyles[tone];
  return span(v`${glyph} ${word}`, tone);
}
