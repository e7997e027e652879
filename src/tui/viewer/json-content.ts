import { depthOf, type JsonDocument, lineOf, sizeOf } from "../../text/json-document.ts";
import { jsonSpans } from "../../text/json-spans.ts";
import { type Line, type Span, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { v, visible } from "../../text/visible.ts";
import type { ViewerContent, ViewerLine } from "./content.ts";
import { findInJoined, lowerCase, needleOf } from "./hits.ts";

const none: ReadonlyMap<number, Line> = new Map();

/** Columns per level. */
const step = 2;

/**
 * Creates the content of a JSON text: its lines after fold marks.
 * @param remarks texts behind lines, by line
 */
export function jsonContent(json: JsonDocument, remarks: ReadonlyMap<number, Line> = none): ViewerContent {
  const { text, starts } = json.shown;
  // Kept for searches at every typed letter.
  let lower: string | null = null;
  return {
    source: json,
    count: starts.length,
    json,
    folds: json,
    hasCursor: true,
    grows: false,
    line: (index, isFolded) => jsonLine(json, index, isFolded, remarks.get(index)),
    find(query) {
      const needle = needleOf(query);
      if (!needle.ignoresCase) return findInJoined(text, starts, needle.text);
      lower ??= lowerCase(text);
      return findInJoined(lower, starts, needle.text);
    },
  };
}

function jsonLine(
  json: JsonDocument,
  index: number,
  isFolded: boolean,
  remark: Line | undefined,
): ViewerLine {
  const opens = (json.ends[index] ?? index) > index;
  const depth = depthOf(json, index) * step;
  const mark = opens ? (isFolded ? v`▸ ` : v`▾ `) : v`  `;
  const text = lineOf(json.shown, index);
  const spans = [
    span(v`${" ".repeat(depth)}${mark}`, "muted"),
    ...jsonSpans(text),
    ...(isFolded ? foldedSpans(json, index, text) : []),
    ...(remark === undefined ? [] : [span(v`  `), ...remark.spans]),
  ];
  return {
    spans,
    text: visible(spans.map((one) => one.text).join("")),
    lead: depth + step,
    indent: depth + 2 * step,
    isProse: false,
  };
}

/** Formats the size and the closing bracket of a folded container. */
function foldedSpans(json: JsonDocument, index: number, text: string): readonly Span[] {
  const size = sizeOf(json, index);
  const what = text.endsWith("{") ? plural(size, "key") : plural(size, "item");
  return [span(v` ${what} ${lineOf(json.shown, json.ends[index] ?? index)}`, "muted")];
}
