import { graphemes } from "./graphemes.ts";
import type { Line, Span } from "./line.ts";
import { lineWidth, span } from "./line.ts";
import { trimJoiners, v, visible } from "./visible.ts";
import { displayWidth } from "./width.ts";

/**
 * Wraps prose to rows of at most `width` columns, between words if possible. Rows after the first are
 * indented if `indent` is less than half of `width`.
 */
export function wrapWords(prose: Span, width: number, indent = 0): readonly Line[] {
  const hanging = hangingIndent(indent, width);
  const rows: string[] = [];
  let row = "";
  for (const word of prose.text.split(/(?<= )/)) {
    const room = width - (rows.length === 0 ? 0 : hanging);
    if (row !== "" && displayWidth(row) + displayWidth(word.trimEnd()) > room) {
      rows.push(row);
      row = "";
    }
    row += word;
  }
  const lines = [...rows, row].map((text, index) => ({
    spans: [{ ...prose, text: v`${" ".repeat(index === 0 ? 0 : hanging)}${text.trimEnd()}` }],
  }));
  // A word may be wider than the row.
  return lines.flatMap((one) => wrapLine(one, width, indent));
}

/** Returns the indent of the rows after the first; 0 if it would leave too little room. */
function hangingIndent(indent: number, width: number): number {
  return indent < width / 2 ? indent : 0;
}

/**
 * Wraps a line to rows of at most `width` columns, between any two characters. Rows after the first are
 * indented if `indent` is less than half of `width`.
 */
export function wrapLine(whole: Line, width: number, indent = 0): readonly Line[] {
  if (lineWidth(whole) <= width) return [whole];
  const hanging = hangingIndent(indent, width);
  const rows: Line[] = [];
  let spans: Span[] = [];
  let left = width;
  for (const one of whole.spans) {
    let kept = "";
    for (const { text, width: columns } of graphemes(one.text)) {
      // A character wider than the row gets a row of its own.
      if (columns > left && (kept !== "" || left < (rows.length === 0 ? width : width - hanging))) {
        rows.push({ spans: [...spans, { ...one, text: visible(trimJoiners(kept)) }] });
        spans = hanging === 0 ? [] : [span(v`${" ".repeat(hanging)}`)];
        left = width - hanging;
        kept = "";
      }
      kept += text;
      left -= columns;
    }
    if (kept !== "") spans.push({ ...one, text: visible(kept) });
  }
  rows.push({ spans });
  return rows;
}
