import { depthOf, jsonDocument, lineOf } from "../text/json-document.ts";
import { jsonSpans } from "../text/json-spans.ts";
import { line, span } from "../text/line.ts";
import { plural } from "../text/numbers.ts";
import { visibleLines } from "../text/visible-lines.ts";
import { v } from "../text/visible.ts";
import type { WholeLine } from "../tui/viewer/text-content.ts";

const jsonIndent = 2;
/** Maximum lines of a body among other lines. */
const maxLines = 10_000;

/** Formats a body as lines among others: JSON with a value per line, otherwise plain text. */
export function payloadLines(body: Uint8Array): readonly WholeLine[] {
  const text = new TextDecoder().decode(body);
  const json = jsonDocument(text);
  if (json === null) return textLines(text);
  const count = json.parents.length;
  const lines = Array.from({ length: Math.min(count, maxLines) }, (_, index) => {
    const indent = depthOf(json, index) * jsonIndent;
    return {
      line: line(span(v`${" ".repeat(indent)}`), ...jsonSpans(lineOf(json.shown, index))),
      indent: indent + jsonIndent,
    };
  });
  if (count <= maxLines) return lines;
  return [...lines, { line: line(span(v`… ${plural(count - maxLines, "more line")}`, "muted")), indent: 0 }];
}

/** Formats a text line by line. */
export function textLines(text: string): readonly WholeLine[] {
  return visibleLines(text).map((row) => ({ line: line(span(row)), indent: 0 }));
}
