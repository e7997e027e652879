import type { JobLogLine } from "../../model/job.ts";
import { programSpans, programText } from "../../terminal/sgr.ts";
import { type TimeZone, timeOfDay } from "../../text/clock-time.ts";
import { line, type Span, span } from "../../text/line.ts";
import { v, visible, type Visible } from "../../text/visible.ts";
import type { ViewerContent } from "../../tui/viewer/content.ts";
import { textContent } from "../../tui/viewer/text-content.ts";
import type { JobLog } from "./state.ts";

/** Columns of the time before a line, and of the space after it. */
const timeColumns = 9;

/** Output of which the content is made. */
type Output = Pick<JobLog, "lines" | "unfinished">;

interface KnownContent extends Pick<JobLog, "unfinished"> {
  readonly zone: TimeZone;
  readonly content: ViewerContent;
}

/** Contents by lines, which are another array after each change. */
const known = new WeakMap<readonly JobLogLine[], KnownContent>();

/** Creates the content of a run's output. The unfinished line is its last. */
export function outputContent({ lines, unfinished }: Output, zone: TimeZone): ViewerContent {
  const last = known.get(lines);
  if (last?.zone === zone && last.unfinished === unfinished) return last.content;
  const lineAt = (index: number) => lines[index] ?? unfinished;
  const content = textContent({
    // Lines are only added after the first one, until it is dropped. An unfinished one changes.
    source: unfinished ?? lines[0] ?? lines,
    count: lines.length + (unfinished === null ? 0 : 1),
    grows: true,
    at(index) {
      const text = lineAt(index)?.text ?? "";
      const time = span(timeText(lineAt(index), zone), "muted");
      const shown = programSpans(text);
      return {
        line: line(time, ...(text.startsWith("=====") ? shown.map(muted) : shown)),
        lead: time.text.length,
        indent: timeColumns,
        isProse: true,
      };
    },
    // Formatting the time of 300,000 lines would take seconds.
    textAt: (index) => programText(lineAt(index)?.text ?? ""),
  });
  known.set(lines, { zone, unfinished, content });
  return content;
}

function timeText(one: JobLogLine | null, zone: TimeZone): Visible {
  const at = one?.at ?? null;
  return at === null ? visible(" ".repeat(timeColumns)) : v`${timeOfDay(Date.parse(at), zone)} `;
}

function muted(one: Span): Span {
  return { ...one, tone: "muted" };
}
