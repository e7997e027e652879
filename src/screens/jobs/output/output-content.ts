import type { JobLogLine } from "../../../model/job.ts";
import { programSpans, programText } from "../../../terminal/sgr.ts";
import { type TimeZone, timeOfDay } from "../../../text/clock-time.ts";
import { line, type Span, span } from "../../../text/line.ts";
import { v, visible, type Visible } from "../../../text/visible.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import { textContent } from "../../../tui/viewer/text-content.ts";

/** Columns of the time before a line, and of the space after it. */
const timeColumns = 9;

/** Contents by lines, which are another array after each change, with their zone. */
const known = new WeakMap<
  readonly JobLogLine[],
  { readonly zone: TimeZone; readonly content: ViewerContent }
>();

/** Creates the content of a run's output. */
export function outputContent(lines: readonly JobLogLine[], zone: TimeZone): ViewerContent {
  const last = known.get(lines);
  if (last?.zone === zone) return last.content;
  const content = textContent({
    // Lines are only added after the first one, until it is dropped.
    source: lines[0] ?? lines,
    count: lines.length,
    grows: true,
    at(index) {
      const { text = "" } = lines[index] ?? {};
      const time = span(timeText(lines[index], zone), "muted");
      const shown = programSpans(text);
      return {
        line: line(time, ...(text.startsWith("=====") ? shown.map(muted) : shown)),
        lead: time.text.length,
        indent: timeColumns,
        isProse: true,
      };
    },
    // Formatting the time of 300,000 lines would take seconds.
    textAt: (index) => programText(lines[index]?.text ?? ""),
  });
  known.set(lines, { zone, content });
  return content;
}

function timeText(one: JobLogLine | undefined, zone: TimeZone): Visible {
  const at = one?.at ?? null;
  return at === null ? visible(" ".repeat(timeColumns)) : v`${timeOfDay(Date.parse(at), zone)} `;
}

function muted(one: Span): Span {
  return { ...one, tone: "muted" };
}
