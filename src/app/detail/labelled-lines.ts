import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";

/** A label and prose beside it, broken between words; no rows for what there is nothing of. */
export function labelledLines(
  label: string,
  prose: string | null,
  width: number,
  labelColumns: number,
): readonly Line[] {
  if (prose === null) return [];
  // Broken with room for the label in front of the first row, which then gets it.
  const room = " ".repeat(labelColumns);
  return wrapWords(span(v`${room}${oneLine(prose)}`), width, labelColumns).map((row, index) =>
    index === 0
      ? line(
          span(v` ${label.padEnd(labelColumns - 1)}`, "muted"),
          ...row.spans.map((one) => ({ ...one, text: v`${one.text.trimStart()}` })),
        )
      : row,
  );
}

/** Prose without the line ends its author's editor put in. */
export function oneLine(prose: string): string {
  return prose.replaceAll(/\s*[\r\n]\s*/g, " ").trim();
}
