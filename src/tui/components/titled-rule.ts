import { cutLine, type Line, line, span } from "../../text/line.ts";
import { type Visible, v } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";

/** Draws a rule with the title of the lines below it. */
export function titledRule(title: Visible, width: number): Line {
  const rest = Math.max(0, width - displayWidth(title) - 4);
  return cutLine(line(span(v`── ${title} ${"─".repeat(rest)}`, "muted")), width);
}
