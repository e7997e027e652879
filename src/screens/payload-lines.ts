import { jsonLines } from "../text/json-lines.ts";
import type { Line, Tone } from "../text/line.ts";
import { line, span } from "../text/line.ts";
import { visibleLines } from "../text/visible-lines.ts";
import { v } from "../text/visible.ts";

const jsonIndent = 2;

const jsonTones: Readonly<Record<string, Tone>> = {
  key: "accent",
  string: "plain",
  number: "warn",
  literal: "warn",
  punctuation: "muted",
};

/** Line before wrapping; `indent` is that of its continuation rows. */
export interface WholeLine {
  readonly line: Line;
  readonly indent: number;
}

/** Formats a body as lines: pretty-printed JSON, otherwise plain text. */
export function payloadLines(body: Uint8Array): readonly WholeLine[] {
  const text = new TextDecoder().decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: shown as text.
    return visibleLines(text).map((row) => ({ line: line(span(row)), indent: 0 }));
  }
  return jsonLines(value).map(({ indent: depth, parts }) => ({
    line: line(
      span(v`${" ".repeat(depth * jsonIndent)}`),
      ...parts.map(({ kind, text }) => span(text, jsonTones[kind] ?? "plain")),
    ),
    indent: (depth + 1) * jsonIndent,
  }));
}
