import { jqPath } from "./jq-path.ts";
import { visible } from "./visible.ts";

/**
 * JSON text laid out with one bracket or value per line. Keeps the spelling of numbers and escapes, and repeated
 * keys, which a parsed value loses. Stores lines as numbers: a body of 5 MB can have millions.
 */
export interface JsonDocument {
  /** Lines without indentation, joined by LF, as written. */
  readonly raw: Lines;
  /** The same lines, safe to draw. */
  readonly shown: Lines;
  /** Opening line of the container of each line; for a closing bracket its opening line, for the root -1. */
  readonly parents: readonly number[];
  /** Closing line of each opening line; for other lines the line itself. */
  readonly ends: readonly number[];
  /** Position of each line's value in its container, from 0. */
  readonly indexes: readonly number[];
}

/** Joined lines. */
export interface Lines {
  readonly text: string;
  /** Offset of each line. */
  readonly starts: readonly number[];
}

const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openBracket = 0x5b;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const space = 0x20;
const lineFeed = 0x0a;

/** Lays out a JSON text of any depth; returns null for a text that is not JSON. */
export function jsonDocument(text: string): JsonDocument | null {
  try {
    JSON.parse(text);
  } catch {
    // Not JSON.
    return null;
  }
  // Each character is followed by at most one more: a line feed or a space.
  const units = new Uint16Array(text.length * 2);
  const starts = [0];
  const parents = [-1];
  const ends = [0];
  const indexes = [0];
  let length = 0;
  let container = -1;
  /** Line of the current or last value. */
  let value = 0;

  function startLine(index: number): number {
    units[length++] = lineFeed;
    starts.push(length);
    parents.push(container);
    indexes.push(index);
    return ends.push(ends.length) - 1;
  }

  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit <= space) continue;
    if (unit === closeBrace || unit === closeBracket) {
      const line = startLine(0);
      value = container;
      ends[value] = line;
      container = parents[value] ?? -1;
    }
    units[length++] = unit;
    if (unit === quote) {
      const end = endOfString(text, at);
      while (at < end) units[length++] = text.charCodeAt(++at);
    } else if (unit === openBrace || unit === openBracket) {
      const next = afterSpace(text, at + 1);
      const close = text.charCodeAt(next);
      if (close === unit + 2) {
        units[length++] = close;
        at = next;
      } else {
        container = value;
        value = startLine(0);
      }
    } else if (unit === comma) {
      value = startLine((indexes[value] ?? 0) + 1);
    } else if (unit === colon) {
      units[length++] = space;
    }
  }
  const raw = { text: new TextDecoder("utf-16le").decode(units.subarray(0, length)), starts };
  return { raw, shown: safeLines(raw), parents, ends, indexes };
}

/** Returns the index of the closing quote of the string that starts at `start`. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let escapes = end - 1;
    while (text.charCodeAt(escapes) === backslash) escapes--;
    if ((end - escapes) % 2 === 1) return end;
  }
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= space) at++;
  return at;
}

function safeLines(raw: Lines): Lines {
  if (/^[\n -~]*$/.test(raw.text)) return raw;
  const starts: number[] = [];
  let length = 0;
  const lines = raw.text.split("\n").map((line) => {
    const shown = visible(line);
    starts.push(length);
    length += shown.length + 1;
    return shown;
  });
  return { text: lines.join("\n"), starts };
}

export function lineOf({ text, starts }: Lines, line: number): string {
  return text.slice(starts[line], (starts[line + 1] ?? text.length + 1) - 1);
}

/** Returns the length of the key at the start of a line, including quotes; 0 without a key. */
export function keyLength(text: string): number {
  if (!text.startsWith('"')) return 0;
  const end = endOfString(text, 0) + 1;
  return text.startsWith(": ", end) ? end : 0;
}

/** Returns true if the line closes a container that another line opens. */
export function isClosing({ parents, ends }: JsonDocument, line: number): boolean {
  const parent = parents[line] ?? -1;
  return parent !== -1 && ends[parent] === line;
}

/** Returns the number of values in the container that a line opens. */
export function sizeOf(json: JsonDocument, line: number): number {
  const last = (json.ends[line] ?? line) - 1;
  if (last < line) return 0;
  const node = isClosing(json, last) ? (json.parents[last] ?? last) : last;
  return (json.indexes[node] ?? 0) + 1;
}

/** Returns the path of the value on a line as jq writes it: `.repo.name`, `.refs[0]["odd key"]`; `.` is the root. */
export function pathOf(json: JsonDocument, line: number): string {
  const steps: (string | number)[] = [];
  let node = isClosing(json, line) ? (json.parents[line] ?? 0) : line;
  for (let parent = json.parents[node] ?? -1; parent !== -1; parent = json.parents[node] ?? -1) {
    const written = lineOf(json.raw, node);
    const key = keyLength(written);
    steps.push(key === 0 ? (json.indexes[node] ?? 0) : String(JSON.parse(written.slice(0, key))));
    node = parent;
  }
  return jqPath(steps.toReversed());
}

/** Returns the line of the value at a path, or of the innermost container around it that exists. */
export function lineAtPath(json: JsonDocument, path: readonly (string | number)[]): number {
  let node = 0;
  for (const step of path) {
    const found = childLine(json, node, step);
    if (found === null) break;
    node = found;
  }
  return node;
}

/** Returns the line of a value in the container that a line opens; of a repeated key, the last one. */
function childLine(json: JsonDocument, container: number, step: string | number): number | null {
  const end = json.ends[container] ?? container;
  let found: number | null = null;
  for (let line = container + 1; line < end; line = (json.ends[line] ?? line) + 1) {
    const written = lineOf(json.raw, line);
    const key = keyLength(written);
    const name = key === 0 ? json.indexes[line] : JSON.parse(written.slice(0, key));
    if (name === step) found = line;
  }
  return found;
}

/** Returns the value on a line: a string's text, otherwise its JSON; a container with all its lines. */
export function valueOf(json: JsonDocument, line: number): string {
  const node = isClosing(json, line) ? (json.parents[line] ?? 0) : line;
  const first = lineOf(json.raw, node);
  const key = keyLength(first);
  const end = json.ends[node] ?? node;
  const written = key === 0 ? first : first.slice(key + 2);
  if (end === node) {
    const bare = written.replace(/,$/, "");
    return bare.startsWith('"') ? String(JSON.parse(bare)) : bare;
  }
  const depth = depthOf(json, node);
  const rest: string[] = [];
  for (let one = node + 1; one <= end; one++) {
    rest.push(`${"  ".repeat(depthOf(json, one) - depth)}${lineOf(json.raw, one)}`);
  }
  return [written, ...rest].join("\n").replace(/,$/, "");
}

/** Maximum depth of indentation: 200 kB of brackets, 100,000 levels deep, would otherwise need 20 GB. */
const maxDepth = 20;

/** Returns the number of containers around a line, at most `maxDepth`. */
export function depthOf(json: JsonDocument, line: number): number {
  let depth = 0;
  let parent = json.parents[line] ?? -1;
  if (isClosing(json, line)) parent = json.parents[parent] ?? -1;
  for (; parent !== -1 && depth < maxDepth; parent = json.parents[parent] ?? -1) depth++;
  return depth;
}
