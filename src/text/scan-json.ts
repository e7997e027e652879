/** Place and kind of the first syntax error of a JSON text (RFC 8259). */
export interface JsonError {
  /** Expected token, or the invalid one. */
  readonly kind:
    | "value"
    | "key"
    | "colon"
    | "comma"
    | "end"
    | "number"
    | "string"
    | "control-character"
    | "escape";
  /** Offset of the invalid value, key or string; otherwise of the error. */
  readonly start: number;
  /** Offset of the error; the length of the text at an early end. */
  readonly at: number;
  /** Innermost open list or object; null outside. */
  readonly container: OpenContainer | null;
  /** Offset of the comma before the position; null if there is none. */
  readonly comma: number | null;
}

interface OpenContainer {
  readonly kind: "object" | "array";
  readonly start: number;
}

/** Receives the parts of a JSON text in order, with offsets (ends exclusive). */
export interface JsonVisitor {
  open(start: number, kind: "object" | "array"): void;
  close(end: number): void;
  key(start: number, end: number, hasEscapes: boolean): void;
  /** Called with a string, number, boolean or null. */
  scalar(start: number, end: number, hasEscapes: boolean): void;
}

type Expected = "value" | "key" | "colon" | "comma";

/**
 * Reads a JSON text of any depth and returns its first syntax error, or null if it has none. `JSON.parse` does not
 * report positions reliably.
 */
export function scanJson(text: string, visitor: Partial<JsonVisitor> = {}): JsonError | null {
  const open: OpenContainer[] = [];
  let expected: Expected = "value";
  let comma: number | null = null;
  /** True directly after an opening bracket, where the closing one may follow. */
  let isFirst = false;
  const error = (kind: JsonError["kind"], at: number, start = at): JsonError => {
    return { kind, start, at, container: open.at(-1) ?? null, comma };
  };
  for (let at = 0; ;) {
    at = afterSpace(text, at);
    const container = open.at(-1) ?? null;
    const char = text[at];
    const closing = container === null ? null : container.kind === "object" ? "}" : "]";
    if (expected === "comma" && container === null) return char === undefined ? null : error("end", at);
    if (char === closing && (expected === "comma" || isFirst)) {
      open.pop();
      at += 1;
      visitor.close?.(at);
      expected = "comma";
    } else if (expected === "comma" || expected === "colon") {
      if (char !== (expected === "comma" ? "," : ":")) return error(expected, at);
      comma = expected === "comma" ? at : null;
      expected = expected === "comma" && container?.kind === "object" ? "key" : "value";
      at += 1;
      isFirst = false;
      continue;
    } else if (char === '"') {
      const string = scanString(text, at);
      if (string.kind !== null) return error(string.kind, string.end, at);
      visitor[expected === "key" ? "key" : "scalar"]?.(at, string.end, string.hasEscapes);
      at = string.end;
      expected = expected === "key" ? "colon" : "comma";
    } else if (expected === "value" && (char === "{" || char === "[")) {
      const kind = char === "{" ? "object" : "array";
      visitor.open?.(at, kind);
      open.push({ kind, start: at });
      at += 1;
      expected = kind === "object" ? "key" : "value";
      isFirst = true;
      comma = null;
      continue;
    } else {
      const end = expected === "value" ? wordEnd(text, at) : at;
      if (end === at)
        return error(expected === "value" && /[-\d]/.test(char ?? "") ? "number" : expected, at);
      visitor.scalar?.(at, end, false);
      at = end;
      expected = "comma";
    }
    isFirst = false;
    comma = null;
  }
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Returns the end of the string at `start`, or place and kind of its first error. */
function scanString(
  text: string,
  start: number,
): {
  readonly end: number;
  readonly kind: "string" | "control-character" | "escape" | null;
  readonly hasEscapes: boolean;
} {
  let hasEscapes = false;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { end: at + 1, kind: null, hasEscapes };
    if (code < 0x20) return { end: at, kind: "control-character", hasEscapes };
    if (code !== 0x5c) continue;
    const length = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/.exec(text.slice(at, at + 6))?.[0].length;
    if (length === undefined) return { end: at, kind: "escape", hasEscapes };
    hasEscapes = true;
    at += length - 1;
  }
  return { end: text.length, kind: "string", hasEscapes };
}

/** Returns the end of the number, boolean or null at an offset; the offset if there is none. */
function wordEnd(text: string, start: number): number {
  const first = text[start];
  const word = first === "t" ? "true" : first === "f" ? "false" : first === "n" ? "null" : "";
  const end = word !== "" && text.startsWith(word, start) ? start + word.length : numberEnd(text, start);
  return /[-+.\w]/.test(text.charAt(end)) ? start : end;
}

/** Uses loops, because a regular expression overflows its stack on megabytes of digits. */
function numberEnd(text: string, start: number): number {
  const whole = text[start] === "-" ? start + 1 : start;
  let end = text[whole] === "0" ? whole + 1 : afterDigits(text, whole);
  if (end === whole) return start;
  if (text[end] === ".") {
    const fraction = end + 1;
    end = afterDigits(text, fraction);
    if (end === fraction) return start;
  }
  if (text[end] === "e" || text[end] === "E") {
    const exponent = text[end + 1] === "+" || text[end + 1] === "-" ? end + 2 : end + 1;
    end = afterDigits(text, exponent);
    if (end === exponent) return start;
  }
  return end;
}

function afterDigits(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++;
  return at;
}
