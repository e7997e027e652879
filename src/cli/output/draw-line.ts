import type { Style } from "../../terminal/style.ts";
import type { Line, Span } from "../../text/line.ts";

/** A line as the text to write to a stream; the style knows whether that takes colours. */
export function drawLine({ spans }: Line, style: Style): string {
  return spans.map((span) => drawSpan(span, style)).join("");
}

function drawSpan({ text, tone }: Span, style: Style): string {
  if (tone === "plain" || text === "") return text;
  return style[tone === "strong" ? "bold" : tone](text);
}
