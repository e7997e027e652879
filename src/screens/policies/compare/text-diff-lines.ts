import { type Line, line, span, type Tone } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { visible } from "../../../text/visible.ts";

const tones: ReadonlyMap<string, Tone> = new Map([
  ["+", "ok"],
  ["-", "error"],
  ["@", "accent"],
]);

/** Formats a unified diff, each of its lines in one row. Its first two lines name both versions, which a title does too. */
export function textDiffLines(lines: readonly string[], width: number): readonly Line[] {
  return lines.slice(2).map((text) => {
    const shown = truncate(visibleLines(text)[0] ?? visible(""), Math.max(1, width));
    return line(span(shown, tones.get(text.charAt(0)) ?? "muted"));
  });
}
