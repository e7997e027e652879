import { enforcementGlyphs } from "../../../policy/matrix/matrix.ts";
import type { Enforcement } from "../../../policy/policy.ts";
import { type Line, line, span, type Span } from "../../../text/line.ts";
import { v, visible, type Visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { titledRule } from "../../../tui/components/titled-rule.ts";

/** Formats a label with wrapped prose beside it; empty if the prose is null. */
export function labeledLines(
  label: string,
  prose: string | null,
  width: number,
  labelColumns: number,
): readonly Line[] {
  if (prose === null) return [];
  // The prose starts with spaces, which the label replaces on the first row.
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

/** Places a label left of wrapped lines, or above them without room. */
export function besideLabel(
  label: string,
  lines: readonly Line[],
  width: number,
  labelColumns: number,
): readonly Line[] {
  if (lines.length === 0) return [];
  const isAbove = displayWidth(visible(label)) > labelColumns - 2;
  const above = isAbove ? wrapWords(span(v` ${label}`, "muted"), width, 1) : [];
  const beside = lines.map(({ spans }, index) => ({
    spans: [span(v` ${(index === 0 && !isAbove ? label : "").padEnd(labelColumns - 1)}`, "muted"), ...spans],
  }));
  return [...above, ...beside];
}

/** Replaces each line break and the spaces around it with a space, and trims the text. */
export function oneLine(prose: string): string {
  return prose.replaceAll(/\s*[\r\n]\s*/g, " ").trim();
}

/** Draws the title of a section of a text whose lines are indented by a column. */
export function sectionRule(title: Visible, width: number): Line {
  return { spans: [span(v` `), ...titledRule(title, Math.max(1, width - 1)).spans] };
}

/** Items as lines, one of which is selected. */
export interface ItemLines {
  readonly lines: readonly Line[];
  /** Line range of the selected item, end exclusive. */
  readonly selected: readonly [number, number];
}

/** Draws an enforcement as glyph and word: `  ● mandatory`. */
export function enforcementSpans(enforcement: Enforcement | null): readonly Span[] {
  if (enforcement === null) return [span(v`  enforcement unknown`, "muted")];
  const tone = enforcement === "mandatory" ? "accent" : "plain";
  return [span(v`  ${enforcementGlyphs[enforcement]} ${enforcement}`, tone)];
}
