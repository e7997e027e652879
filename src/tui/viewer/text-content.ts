import { type Line } from "../../text/line.ts";
import type { Folds } from "../../text/source/folds.ts";
import { joinVisible } from "../../text/visible.ts";
import type { ViewerContent } from "./content.ts";
import { findInLines } from "./hits.ts";

/** Line before wrapping. */
export interface WholeLine {
  readonly line: Line;
  /** Columns before its later rows. */
  readonly indent: number;
  /** True if it is wrapped between words. */
  readonly isProse?: boolean;
  /** Characters before the searched text, for example of a line number. */
  readonly lead?: number;
}

/** Lines of a text, created when they are drawn. */
export interface TextLines {
  /** Object that stays the same while lines are only added at the end. */
  readonly source: object;
  readonly count: number;
  at(index: number, isFolded: boolean): WholeLine;
  /** Returns the searched text of a line, without colors: a search reads many lines. */
  textAt(index: number): string;
  readonly grows: boolean;
  /** @default false */
  readonly hasCursor?: boolean;
  /** Lines that can be folded; none by default. */
  readonly folds?: Folds;
}

/** Creates the content of a text. */
export function textContent({
  source,
  count,
  at,
  textAt,
  grows,
  hasCursor = false,
  folds,
}: TextLines): ViewerContent {
  return {
    source,
    count,
    json: null,
    folds: folds ?? null,
    hasCursor,
    grows,
    line(index, isFolded) {
      const { line, indent, isProse = false, lead = 0 } = at(index, isFolded);
      const text = joinVisible(...line.spans.map((one) => one.text));
      return { spans: line.spans, text, lead, indent, isProse };
    },
    find: (query, from) => findInLines(from, count, textAt, query),
  };
}

const none: WholeLine = { line: { spans: [] }, indent: 0 };

/** Creates the content of lines that are known. @param hasCursor true if lines can be followed */
export function linesContent(lines: readonly WholeLine[], hasCursor = false): ViewerContent {
  const at = (index: number) => lines[index] ?? none;
  return textContent({
    source: lines,
    count: lines.length,
    at,
    textAt: (index) =>
      at(index)
        .line.spans.map(({ text }) => text)
        .join(""),
    grows: false,
    hasCursor,
  });
}
