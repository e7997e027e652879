import { type Line, line, span, type Tone } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";

const tones: ReadonlyMap<string, Tone> = new Map([
  ["+", "ok"],
  ["-", "error"],
  ["@", "accent"],
]);

/** Columns of the indent of a line's further rows. */
const indent = 2;

/**
 * Formats a unified diff. Lines that differ are wrapped, since the difference may be at their ends; the others are cut. The first
 * two lines name both versions, which a title does too.
 */
export function textDiffLines(lines: readonly string[], width: number): readonly Line[] {
  const room = Math.max(1, width);
  return lines.slice(2).flatMap((text) => {
    const shown = visibleLines(text)[0] ?? visible("");
    const tone = tones.get(text.charAt(0));
    return tone === undefined
      ? [line(span(truncate(shown, room), "muted"))]
      : wrapWords(span(shown, tone), room, indent);
  });
}
