import { toneSpan } from "../../tables/messages.ts";
import { dateTime, type TimeZone } from "../../text/clock-time.ts";
import { blank, type Line, line, span } from "../../text/line.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { v } from "../../text/visible.ts";
import type { Message } from "../../tui/state/messages.ts";
import type { ViewerContent } from "../../tui/viewer/content.ts";
import { linesContent } from "../../tui/viewer/text-content.ts";

/** Draws the level and time of a message above its text. */
export function messageHead(message: Message, zone: TimeZone): readonly Line[] {
  return [line(span(v` `), toneSpan(message), span(v`  ${dateTime(message.atMs, zone)}`, "muted")), blank];
}

const known = new WeakMap<Message, ViewerContent>();

/** Creates the content of a message. */
export function messageContent(message: Message): ViewerContent {
  const last = known.get(message);
  if (last !== undefined) return last;
  const content = linesContent(
    visibleLines(message.text).map((text) => ({ line: line(span(v` ${text}`)), indent: 1, isProse: true })),
  );
  known.set(message, content);
  return content;
}
