import { type Line, line, type Span, span } from "../../../text/line.ts";
import { padEnd } from "../../../text/truncate.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { titledRule } from "../../../tui/components/titled-rule.ts";
import type { WholeLine } from "../../../tui/viewer/text-content.ts";

/** Columns of the labels of a section. */
const labelColumns = 11;

/** Draws a section below its title, after an empty line; none without lines. */
export function section(title: Visible, width: number, lines: readonly WholeLine[]): readonly WholeLine[] {
  if (lines.length === 0) return [];
  return [whole(line()), whole(titledRule(title, width)), ...lines];
}

/** Wraps a line between words. */
export function prose(one: Line, indent = 2): WholeLine {
  return { line: one, indent, isProse: true };
}

/** Wraps a line between any characters. */
export function whole(one: Line, indent = 2): WholeLine {
  return { line: one, indent };
}

export function note(text: string): WholeLine {
  return prose(line(span(v`${text}`, "muted")), 0);
}

/** Draws a value behind its label. */
export function labeled(label: string, ...value: readonly Span[]): WholeLine {
  return whole(
    line(span(padEnd(visible(label), labelColumns), "muted"), span(v` `), ...value),
    labelColumns + 1,
  );
}
