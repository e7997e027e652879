import type { ReadDelivery } from "../../../engine/client.ts";
import { exactText } from "../../../text/exact-text.ts";
import { type JsonDocument, jsonDocument, lineAtPath } from "../../../text/json-document.ts";
import { type JsonFault, jsonFault } from "../../../text/json-fault.ts";
import { clickable, type Line, line, span } from "../../../text/line.ts";
import { memo } from "../../../text/memo.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { joinVisible, type Visible, v } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import { jsonContent } from "../../../tui/viewer/json-content.ts";
import { linesContent, type WholeLine } from "../../../tui/viewer/text-content.ts";
import { textLines } from "../../payload-lines.ts";
import { hexLines } from "./hex-lines.ts";
import { note, prose, whole } from "./sections.ts";

/** Creates the content of a payload: a JSON tree with its schema violations, or text. */
export function payloadContentOf(detail: ReadDelivery, perRow: number): ViewerContent {
  return textContentOf(detail) ?? linesContent(binaryLines(detail.body, perRow));
}

/** Lays a payload out once, because a body may have 5 MB; null for bytes, whose rows depend on the width. */
const textContentOf = memo((detail: ReadDelivery): ViewerContent | null => {
  const text = exactText(detail.body);
  if (text === null) return null;
  const json = detail.body.length === 0 ? null : jsonDocument(text);
  return json === null
    ? linesContent(plainLines(detail, text))
    : jsonContent(json, violationRemarks(detail, json));
});

function plainLines({ body, bytes }: ReadDelivery, text: string): readonly WholeLine[] {
  if (text === "") return [note("The request had no body, or it was not read.")];
  const lines = textLines(text);
  // The early end of a partly stored text is no error.
  const fault = body.length < bytes ? null : jsonFault(text);
  if (fault === null) return lines;
  const at = Math.min(fault.line, lines.length) - 1;
  return [...lines.slice(0, at), ...faultLines(text, fault), ...lines.slice(at + 1)];
}

/** Marks the character at which a text stops being JSON, with the reason below. */
function faultLines(text: string, { line: row, column, what }: JsonFault): readonly WholeLine[] {
  const written = text.split(/\r?\n/, row)[row - 1] ?? "";
  return [
    whole(markedLine(written, column - 1), 0),
    prose(line(span(v`✗ not JSON at ${row}:${column}: ${what}`, "error"))),
  ];
}

function markedLine(written: string, at: number): Line {
  const first = (part: string): Visible => visibleLines(part)[0] ?? v``;
  const [shown, before] = [first(written), first(written.slice(0, at))];
  const [marked = ""] = shown.slice(before.length);
  const parts = [before, v`${marked}`, v`${shown.slice(before.length + marked.length)}`] as const;
  // A combining character cannot be marked by itself.
  if (joinVisible(...parts) !== shown || sumOfWidths(parts) !== displayWidth(shown)) return line(span(shown));
  return line(span(parts[0]), span(parts[1], "error"), span(parts[2]));
}

function sumOfWidths(parts: readonly Visible[]): number {
  return parts.reduce((sum, part) => sum + displayWidth(part), 0);
}

function binaryLines(body: Uint8Array, perRow: number): readonly WholeLine[] {
  return [
    note("The body is not UTF-8 text. Its bytes:"),
    ...hexLines(body, perRow).map((row) => whole(line(span(row)), 0)),
  ];
}

/** Returns the lines of a JSON payload with violations, in order. */
export function violationPlaces({ violations }: ReadDelivery, json: JsonDocument): readonly number[] {
  return [...new Set(violations.map(({ path }) => lineAtPath(json, path)))].toSorted((a, b) => a - b);
}

function violationRemarks({ violations }: ReadDelivery, json: JsonDocument): ReadonlyMap<number, Line> {
  const byLine = Map.groupBy(violations, ({ path }) => lineAtPath(json, path));
  return new Map(
    [...byLine].map(([at, found]) => [
      at,
      line(span(joinVisible(v`✗ `, v`${found.map(({ text }) => text).join(", ")}`), "error")),
    ]),
  );
}

/** States whether a payload matches the schema, and lists its violations; each line leads to its place. */
export function schemaLines(detail: ReadDelivery): readonly WholeLine[] {
  const { schemaValid, violations } = detail;
  if (schemaValid === null) return [];
  if (schemaValid) return [prose(line(span(v`✓ `, "ok"), span(v`matches the schema of payloads`)))];
  if (violations.length === 0) return [prose(line(span(v`✗ `, "error"), span(v`the body is not JSON`)))];
  return violations.map(({ text }, index) =>
    prose(
      line(
        ...clickable({ command: "detail.violation", argument: String(index) }, [
          span(v`✗ `, "error"),
          span(v`${text}`),
        ]),
      ),
    ),
  );
}
