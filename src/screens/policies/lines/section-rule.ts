import { type Line, span } from "../../../text/line.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { titledRule } from "../../../tui/components/titled-rule.ts";

/** Draws the title of a section of a text whose lines are indented by a column. */
export function sectionRule(title: Visible, width: number): Line {
  return { spans: [span(v` `), ...titledRule(title, Math.max(1, width - 1)).spans] };
}
