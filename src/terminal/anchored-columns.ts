import { graphemes } from "../text/graphemes.ts";

/**
 * Character that may belong to a grapheme of uncertain width: newer than the terminal's Unicode, drawn as text or
 * emoji, joined with its neighbors or not.
 */
const uncertain =
  /[\p{M}\p{Emoji_Presentation}\p{Cf}\p{Cn}\p{Co}\u0d4e\u0e33\u0eb3\u1100-\u11ff\u2630-\u2637\u268a-\u268f\u4dc0-\u4dff\ua960-\ua97f\ud7b0-\ud7ff\u{10000}-\u{1ffff}]/u;

/** Control string, control sequence with its parameters and its final character, other escape sequence, line end, or text. */
const part =
  // oxlint-disable-next-line no-control-regex -- these are the sequences to skip
  /\u001b[\]P_^X].*?(?:\u0007|\u001b\\)|\u001b\[([0-?]*)[ -/]*([@-~])|\u001b[ -/]*.|[\n\r]|[^\u001b\n\r]+/gsu;

/**
 * Sets the cursor column after each grapheme of uncertain width, so that the rest of the row stays in place. The
 * column is known after the first line end or position in the output.
 * @param output rows with control sequences, as Ink writes them
 */
export function withAnchoredColumns(output: string): string {
  if (!uncertain.test(output)) return output;
  let column: number | null = null;
  let anchored = "";
  for (const [text, parameters, final] of output.matchAll(part)) {
    if (final !== undefined) {
      column = columnAfter(column, parameters ?? "", final);
      anchored += text;
    } else if (text === "\n" || text === "\r") {
      column = 0;
      anchored += text;
    } else if (text.startsWith("\u001b") || column === null) {
      anchored += text;
    } else {
      for (const grapheme of graphemes(text)) {
        column += grapheme.width;
        anchored += grapheme.text;
        if (uncertain.test(grapheme.text)) anchored += `\u001b[${column + 1}G`;
      }
    }
  }
  return anchored;
}

/** Returns the column after a control sequence, from 0; null if it is unknown. */
function columnAfter(column: number | null, parameters: string, final: string): number | null {
  switch (final) {
    case "G":
      return Number(parameters === "" ? 1 : parameters) - 1;
    case "E":
    case "F":
      return 0;
    case "H":
      return Number(parameters.split(";")[1] ?? 1) - 1;
    case "C":
    case "D":
      return null;
    default:
      return column;
  }
}
