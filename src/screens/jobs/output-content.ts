import type { JobLogLine } from "../../model/job.ts";
import { type TimeZone, timeOfDay } from "../../text/clock-time.ts";
import { line, span } from "../../text/line.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { v, visible, type Visible } from "../../text/visible.ts";
import type { ViewerContent } from "../../tui/viewer/content.ts";
import { textContent } from "../../tui/viewer/text-content.ts";

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
      const tone = text.startsWith("=====") ? "muted" : "plain";
      const time = span(timeText(lines[index], zone), "muted");
      return {
        line: line(time, span(shownText(lines[index]), tone)),
        lead: time.text.length,
        indent: timeColumns,
        isProse: true,
      };
    },
    // Formatting the time of 300,000 lines would take seconds.
    textAt: (index) => shownText(lines[index]),
  });
  known.set(lines, { zone, content });
  return content;
}

function timeText(one: JobLogLine | undefined, zone: TimeZone): Visible {
  const at = one?.at ?? null;
  return at === null ? visible(" ".repeat(timeColumns)) : v`${timeOfDay(Date.parse(at), zone)} `;
}

/** Returns the text of a line. The hub splits lines, so it has no line breaks, but it may contain tabs. */
function shownText(one: JobLogLine | undefined): Visible {
  const text = one?.text ?? "";
  if (!text.includes("\t")) return visible(text);
  return visibleLines(text)[0] ?? visible("");
}
