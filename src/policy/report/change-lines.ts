import { type Line, type Tone, line, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { type Visible, v } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { type Direction, directions, type PolicyChange } from "../diff/change.ts";
import { signs } from "../signs.ts";

/** Glyph and tone of each direction. */
export const directionStyles: Readonly<Record<Direction, { readonly glyph: string; readonly tone: Tone }>> = {
  weakened: { glyph: signs.weaker, tone: "error" },
  strengthened: { glyph: signs.stronger, tone: "ok" },
  changed: { glyph: signs.changed, tone: "plain" },
};

/** Minimum columns of a wrapped description. */
const minColumns = 20;

/**
 * Formats a change with a glyph and a word: `▼ weakened      SR-164.312b: Λ7 (Auditability) weight 0.85 → 0.7`.
 * @param columns width to wrap the description at; null for one line
 */
export function changeLines(
  { direction, text }: Pick<PolicyChange, "direction" | "text">,
  columns: number | null,
): readonly Line[] {
  const { glyph, tone } = directionStyles[direction];
  const lead = v`${glyph} ${direction.padEnd("strengthened".length)}  `;
  const indent = " ".repeat(lead.length);
  const rows =
    columns === null
      ? [line(span(v`${text}`))]
      : wrapWords(span(v`${text}`), Math.max(minColumns, columns - lead.length));
  return rows.map(({ spans }, index) => line(span(index === 0 ? lead : v`${indent}`, tone), ...spans));
}

/** Formats `3 changes: 1 weakened, 2 changed`; `No changes` for none. */
export function changeCounts(counts: Readonly<Record<Direction, number>>): Visible {
  const found = directions.filter((one) => counts[one] > 0);
  if (found.length === 0) return v`No changes`;
  const all = found.reduce((sum, one) => sum + counts[one], 0);
  return v`${plural(all, "change")}: ${found.map((one) => `${counts[one]} ${one}`).join(", ")}`;
}
