import { type Line, line, span } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { v, visible, type Visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import type { Severity } from "../finding.ts";
import type { Excerpt } from "./excerpt.ts";

/** Maximum columns of a line without a terminal. */
const longest = 200;

interface FrameOptions {
  readonly severity: Severity;
  /** Maximum columns of a line; null for that of a file. */
  readonly columns: number | null;
}

/**
 * Formats the numbered lines of a finding with a row of carets: below its range on one line, otherwise to the end of
 * its first line. Columns are terminal columns: wide characters and tabs count fully. Cuts a line around the place.
 */
export function codeFrame({ text, place }: Excerpt, { severity, columns }: FrameOptions): readonly Line[] {
  const lines = text.split("\n");
  const digits = String(place.line).length;
  const width = columns === null ? longest : Math.max(1, columns - digits - 5);
  const tone = severity === "error" ? "error" : "warn";
  const marked = lines.pop() ?? "";
  const before = onOneLine(marked.slice(0, place.column - 1));
  const end = place.endLine === place.line ? place.endColumn - 1 : marked.length;
  const carets = Math.max(1, displayWidth(onOneLine(marked.slice(0, end))) - displayWidth(before));
  // Half of an overlong line belongs to the place and its continuation.
  const isAside = displayWidth(before) + Math.min(carets, width >> 1) > width;
  const head = isAside ? truncate(before, width >> 1, { where: "start" }) : before;
  const indent = displayWidth(head);
  const whole = visible(head + onOneLine(marked).slice(before.length));
  const numbered = (number: number, shown: Visible, isMarked: boolean) =>
    line(
      span(v`  ${String(number).padStart(digits)} │ `, "muted"),
      span(truncate(shown, width), isMarked ? "plain" : "muted"),
    );
  return [
    ...lines.map((one, index) => numbered(place.line - lines.length + index, onOneLine(one), false)),
    numbered(place.line, whole, true),
    line(
      span(v`  ${" ".repeat(digits)} │ `, "muted"),
      span(v`${" ".repeat(indent)}${"^".repeat(Math.max(1, Math.min(carets, width - indent)))}`, tone),
    ),
  ];
}

function onOneLine(text: string): Visible {
  return visibleLines(text)[0] ?? visible("");
}
