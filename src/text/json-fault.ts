/** First syntax error of a JSON text. */
export interface JsonFault {
  /** Description, such as `unexpected end inside an object`; may quote up to 20 characters of the text. */
  readonly what: string;
  /** Line, from 1. */
  readonly line: number;
  /** Column in UTF-16 units, from 1. */
  readonly column: number;
}

type Expected = "value" | "value or ]" | "key" | "key or }" | "colon" | "comma";

const wants: Readonly<Record<Expected, string>> = {
  value: "a value",
  "value or ]": "a value",
  key: "a key in double quotes",
  "key or }": "a key in double quotes",
  colon: "a colon after the key",
  comma: "a comma",
};

const space = /[ \t\n\r]*/y;
const scalar = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.+-])/y;
const escape = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;
const word = /[\w.+-]{1,20}|[^]/uy;

/**
 * Returns the first syntax error of a JSON text (RFC 8259), at any depth, or null if the text is JSON.
 * `JSON.parse` does not report positions reliably.
 */
export function jsonFault(text: string): JsonFault | null {
  const open: ("object" | "array")[] = [];
  let expected: Expected = "value";
  let at = 0;

  function fault(what: string, place: number): JsonFault {
    const lineStart = text.lastIndexOf("\n", place - 1) + 1;
    let line = 1;
    for (let end = text.indexOf("\n"); end !== -1 && end < place; end = text.indexOf("\n", end + 1))
      line += 1;
    return { what, line, column: place - lineStart + 1 };
  }

  function unexpected(): JsonFault {
    const found = match(word, text, at);
    if (found === "\uFEFF") return fault("a byte order mark", at);
    if (expected === "comma" && open.length === 0) return fault(`${quoted(found)} after the end`, at);
    const closing = open.at(-1) === "object" ? " or }" : " or ]";
    return fault(`${quoted(found)} instead of ${wants[expected]}${expected === "comma" ? closing : ""}`, at);
  }

  for (;;) {
    at += match(space, text, at).length;
    const char = text[at];
    if (char === undefined) {
      const inside = open.at(-1);
      if (inside === undefined) return expected === "comma" ? null : fault("no value", at);
      return fault(`unexpected end inside an ${inside}`, at);
    }
    const isValueNext: boolean = expected === "value" || expected === "value or ]";
    if (char === '"' && (isValueNext || expected === "key" || expected === "key or }")) {
      const string = readString(text, at);
      if (string.what !== null) return fault(string.what, string.end);
      at = string.end;
      expected = isValueNext ? "comma" : "colon";
      continue;
    }
    if (isValueNext && (char === "{" || char === "[")) {
      open.push(char === "{" ? "object" : "array");
      expected = char === "{" ? "key or }" : "value or ]";
    } else if (
      char === "}" &&
      open.at(-1) === "object" &&
      (expected === "key or }" || expected === "comma")
    ) {
      open.pop();
      expected = "comma";
    } else if (
      char === "]" &&
      open.at(-1) === "array" &&
      (expected === "value or ]" || expected === "comma")
    ) {
      open.pop();
      expected = "comma";
    } else if (char === "," && expected === "comma" && open.length > 0) {
      expected = open.at(-1) === "object" ? "key" : "value";
    } else if (char === ":" && expected === "colon") {
      expected = "value";
    } else {
      const token = isValueNext ? match(scalar, text, at) : "";
      if (token === "") return unexpected();
      at += token.length - 1;
      expected = "comma";
    }
    at += 1;
  }
}

/**
 * Reads a string from the index of its opening quote. Returns the index after the string, or that of its
 * first error and a description.
 */
function readString(text: string, start: number): { readonly end: number; readonly what: string | null } {
  for (let at = start + 1; ;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return { end: at, what: "unexpected end inside a string" };
    if (code === 0x22) return { end: at + 1, what: null };
    if (code < 0x20) return { end: at, what: "a line end or control character inside a string" };
    if (code !== 0x5c) at += 1;
    else {
      const length = match(escape, text, at).length;
      if (length === 0 && at + 1 < text.length) return { end: at, what: "an unknown escape inside a string" };
      if (length === 0) return { end: at + 1, what: "unexpected end inside a string" };
      at += length;
    }
  }
}

function match(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? "";
}

function quoted(found: string): string {
  return found === '"' ? "a quote" : `"${found}"`;
}
