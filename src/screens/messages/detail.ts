import { toneSpan } from "../../tables/messages.ts";
import { blank, type Line, line, span } from "../../text/line.ts";
import { exactTime } from "../../text/relative-time.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import type { Message } from "../../tui/state/messages.ts";

/** Draws the level and time of a message above its text. */
export function messageHead(message: Message): readonly Line[] {
  return [line(span(v` `), toneSpan(message), span(v`  ${exactTime(message.atMs)}`, "muted")), blank];
}

/** Wraps the whole text of a message to a width. */
export function messageLines({ text }: Message, width: number): readonly Line[] {
  return visibleLines(text).flatMap((one) => wrapWords(span(v` ${one}`), width, 1));
}
