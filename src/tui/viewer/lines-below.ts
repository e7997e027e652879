import type { ViewerContent } from "./content.ts";
import { linesContent, type WholeLine } from "./text-content.ts";

/**
 * Adds lines below a content that does not grow.
 * @param lines lines that a search looks at
 * @param last lines below them that repeat parts of others, which a search leaves out
 */
export function withLinesBelow(
  content: ViewerContent,
  lines: readonly WholeLine[],
  last: readonly WholeLine[] = [],
): ViewerContent {
  const added = [...lines, ...last];
  if (added.length === 0) return content;
  const { count } = content;
  const below = linesContent(added);
  const searched = linesContent(lines);
  return {
    ...content,
    source: added,
    count: count + added.length,
    line: (index, isFolded) =>
      index < count ? content.line(index, isFolded) : below.line(index - count, false),
    find(query) {
      const [own, found] = [content.find(query, 0), searched.find(query, 0)];
      return {
        lines: [...own.lines, ...found.lines.map((line) => line + count)],
        offsets: [...own.offsets, ...found.offsets],
        length: own.length,
      };
    },
  };
}
