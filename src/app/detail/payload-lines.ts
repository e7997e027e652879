import { jsonLines } from "../../text/json-lines.ts";
import type { Line, Tone } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { v } from "../../text/visible.ts";

const jsonIndent = 2;

const jsonTones: Readonly<Record<string, Tone>> = {
  key: "accent",
  string: "plain",
  number: "warn",
  literal: "warn",
  punctuation: "muted",
};

/** A row before it is wrapped: what its second and later parts are indented by. */
export interface WholeLine {
  readonly line: Line;
  readonly indent: number;
}

/** A body that somebody sent, as rows: pretty-printed where it is JSON, else the text it is. */
export function payloadLines(body: Uint8Array): readonly WholeLine[] {
  const text = new TextDecoder().decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Not JSON: shown as the text it is, which is how it was refused too.
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
