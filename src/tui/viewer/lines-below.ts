import type { ViewerContent } from "./content.ts";
import { linesContent, type WholeLine } from "./text-content.ts";

/** Adds lines below a content that does not grow. */
export function withLinesBelow(content: ViewerContent, lines: readonly WholeLine[]): ViewerContent {
  if (lines.length === 0) return content;
  const { count } = content;
  const below = linesContent(lines);
  return {
    ...content,
    source: lines,
    count: count + lines.length,
    line: (index, isFolded) =>
      index < count ? content.line(index, isFolded) : below.line(index - count, false),
    find(query) {
      const [own, added] = [content.find(query, 0), below.find(query, 0)];
      return {
        lines: [...own.lines, ...added.lines.map((line) => line + count)],
        offsets: [...own.offsets, ...added.offsets],
        length: own.length,
      };
    },
  };
}
