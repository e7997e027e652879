import { span, type Span } from "../../text/line.ts";
import { visible } from "../../text/visible.ts";

/**
 * Draws a text with its matched parts in bold.
 * @param matched alternating start and end indexes
 */
export function highlighted(text: string, matched: readonly number[], tone: Span["tone"]): readonly Span[] {
  const edges = [0, ...matched, text.length];
  return edges
    .slice(1)
    .map((end, index) => span(visible(text.slice(edges[index], end)), index % 2 === 0 ? tone : "strong"))
    .filter((one) => one.text !== "");
}
