import type { ViewerContent } from "./content.ts";
import { linesContent, type WholeLine } from "./text-content.ts";

/**
 * Adds lines below a fixed content.
 * @param lines searchable lines
 * @param last lines below them that repeat others and are not searched
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
