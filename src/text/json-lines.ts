import { walkJson } from "./json-walk.ts";
import { plural } from "./numbers.ts";
import type { Visible } from "./visible.ts";
import { v, visible } from "./visible.ts";

/** A run of text in one color. `literal`: true, false, null. */
interface JsonPart {
  readonly kind: "key" | "string" | "number" | "literal" | "punctuation";
  readonly text: Visible;
}

export interface JsonLine {
  /** Nesting level; at most `maxIndent`. */
  readonly indent: number;
  readonly parts: readonly JsonPart[];
}

const brackets = { array: ["[", "]"], object: ["{", "}"] } as const;

/**
 * Maximum nesting level of a line: the indentation of 200 kB of brackets, 100,000 levels deep, would be 20
 * GB.
 */
const maxIndent = 20;

function punctuation(text: string): JsonPart {
  return { kind: "punctuation", text: visible(text) };
}

function scalarPart(value: unknown): JsonPart {
  const text = visible(JSON.stringify(value) ?? "null");
  if (typeof value === "string") return { kind: "string", text };
  return { kind: typeof value === "number" ? "number" : "literal", text };
}

/**
 * Formats a parsed value of any depth as lines of pretty-printed JSON, in parts by color. Strings are escaped
 * as JSON, then made visible. Returns at most `maxLines` lines, followed by one that counts the rest, if any.
 */
export function jsonLines(value: unknown, maxLines = 10_000): JsonLine[] {
  const lines: JsonLine[] = [];
  let total = 0;
  let depth = 0;
  let key: string | null = null;

  /** Adds a line. Takes a function, because most lines of a huge value are only counted. */
  const add = (indent: number, parts: () => readonly JsonPart[]) => {
    if (total++ < maxLines) {
      const named: readonly JsonPart[] =
        key === null ? [] : [{ kind: "key", text: visible(JSON.stringify(key)) }, punctuation(": ")];
      lines.push({ indent: Math.min(indent, maxIndent), parts: [...named, ...parts()] });
    }
    key = null;
  };
  const withComma = (part: JsonPart, isLast: boolean) => (isLast ? [part] : [part, punctuation(",")]);

  walkJson(value, {
    key(name) {
      key = name;
    },
    scalar(scalar, isLast) {
      add(depth, () => withComma(scalarPart(scalar), isLast));
    },
    open(container, isEmpty) {
      if (!isEmpty) add(depth, () => [punctuation(brackets[container][0])]);
      depth++;
    },
    close(container, isEmpty, isLast) {
      depth--;
      const text = isEmpty ? brackets[container].join("") : brackets[container][1];
      add(depth, () => [punctuation(isLast ? text : `${text},`)]);
    },
  });

  if (total > maxLines)
    lines.push({ indent: 0, parts: [punctuation(v`… ${plural(total - maxLines, "more line")}`)] });
  return lines;
}
