import type { PlacedValue } from "../../text/placed-value.ts";
import { type JsonError, scanJson } from "../../text/scan-json.ts";
import { codePointName } from "../characters/code-points.ts";
import { quoted } from "../quoted.ts";
import { breakOff, loneSurrogate, maxDepth } from "./fault.ts";

/**
 * Parses a JSON text (RFC 8259) into the places of its values. Also rejects repeated keys, lone surrogates and
 * nesting beyond `maxDepth`. Several times slower than `JSON.parse`, so it runs only for texts with an error or a
 * finding, and for possible errors that `JSON.parse` accepts.
 * @throws {Unreadable} at the first error
 */
export function jsonTree(text: string): PlacedValue {
  const open: PlacedValue[] = [];
  let root: PlacedValue = { start: 0, end: 0 };
  let key: { readonly name: string; readonly keyStart: number; readonly keyEnd: number } | null = null;
  const add = (value: PlacedValue) => {
    const holder = open.at(-1);
    if (holder === undefined) root = value;
    else if (key === null) holder.items?.push(value);
    else holder.properties?.set(key.name, { keyStart: key.keyStart, keyEnd: key.keyEnd, value });
    key = null;
  };
  const error = scanJson(text, {
    open(start, kind) {
      if (open.length === maxDepth) {
        breakOff(
          start,
          start + 1,
          `objects and arrays are nested deeper than ${maxDepth} levels here`,
          "a policy needs six levels",
        );
      }
      const value = { start, end: 0, ...(kind === "object" ? { properties: new Map() } : { items: [] }) };
      add(value);
      open.push(value);
    },
    close(end) {
      const value = open.pop();
      if (value !== undefined) value.end = end;
    },
    key(keyStart, keyEnd, hasEscapes) {
      const name = stringAt(text, keyStart, keyEnd, hasEscapes);
      if (open.at(-1)?.properties?.has(name) === true) {
        breakOff(
          keyStart,
          keyEnd,
          `the key ${quoted(name)} is repeated in this object`,
          "remove one of the two",
        );
      }
      key = { name, keyStart, keyEnd };
    },
    scalar(start, end, hasEscapes) {
      if (hasEscapes) stringAt(text, start, end, true);
      add({ start, end });
    },
  });
  if (error !== null) refuse(text, error);
  return root;
}

/** Returns the value of a string. @throws {Unreadable} for a lone surrogate */
function stringAt(text: string, start: number, end: number, hasEscapes: boolean): string {
  if (!hasEscapes) return text.slice(start + 1, end - 1);
  const value = String(JSON.parse(text.slice(start, end)));
  if (!value.isWellFormed()) breakOff(start, end, loneSurrogate.message, loneSurrogate.hint);
  return value;
}

/** Maximum length of a marked fault, in UTF-16 units. */
const longestShown = 40;

/** Throws for a syntax error, with its place and a hint. @throws {Unreadable} always */
function refuse(text: string, { kind, start, at, container, comma }: JsonError): never {
  const [closing, list] = container?.kind === "object" ? ["}", "object"] : ["]", "list"];
  if (comma !== null && container !== null && text[at] === closing) {
    const article = list === "object" ? "an" : "a";
    breakOff(comma, comma + 1, `JSON has no comma at the end of ${article} ${list}`, "remove this comma");
  }
  switch (kind) {
    case "string":
      return breakOff(start, at, "the string that begins here is never closed", 'add the missing "');
    case "control-character":
      return refuseCharacter(text, start, at);
    case "escape":
      return text[at + 1] === "u"
        ? breakOff(at, at + 2, "\\u takes four hexadecimal digits", "write it like \\u039B")
        : breakOff(at, at + 2, "JSON has no such escape", "write a backslash as \\\\");
    case "number": {
      const written = /^[-+.\w]*/.exec(text.slice(start, start + longestShown))?.[0] ?? "";
      const end = start + written.length;
      if (/^-?0\d/.test(written))
        breakOff(start, end, "a JSON number has no leading zeros", "remove them, or quote the text");
      const hint = "write digits, and a dot with digits on both sides; quote text";
      return breakOff(start, end, "this is not a JSON number", hint);
    }
    case "end":
      if (text[at] === "," || text[at] === ":") unexpectedText(text, at, "the end of the text");
      return breakOff(
        at,
        at + 1,
        "there is text after the end of the document",
        "a policy file holds one document",
      );
    case "value": {
      if (container === null && at === text.length)
        breakOff(0, text.length, "the text is empty", "a policy is expected here");
      const end = at + (/^(?:true|false|null)(?!\w)/.exec(text.slice(at, at + 6))?.[0].length ?? 0);
      if (end === at) return unexpectedText(text, at, "a value");
      return refuse(text, {
        kind: container === null ? "end" : "comma",
        start: end,
        at: end,
        container,
        comma: null,
      });
    }
    case "key":
      return unexpectedText(text, at, "a key");
    case "colon":
      return unexpectedText(text, at, "a colon after the key");
    case "comma": {
      const from = container?.start ?? 0;
      if (at === text.length)
        breakOff(
          from,
          from + 1,
          `the ${list} that begins here is never closed`,
          `add the missing ${closing}`,
        );
      return unexpectedText(text, at, `a comma or ${closing}`);
    }
  }
}

/** Throws for a control character in a string, with its escape as the hint. @throws {Unreadable} always */
function refuseCharacter(text: string, start: number, at: number): never {
  const character = text.charAt(at);
  if (character === "\n" || character === "\r") {
    breakOff(
      start,
      at,
      "the string that begins here is not closed on its line",
      'add the missing ", or write \\n',
    );
  }
  const escape = character === "\t" ? "\\t" : `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`;
  const name = character === "\t" ? "a tab" : `the control character ${codePointName(character)}`;
  breakOff(at, at + 1, `${name} must be escaped in a JSON string`, `write ${escape}`);
}

/** JSON literals by their counterparts in other languages. */
const words: Readonly<Record<string, string>> = {
  True: "true",
  TRUE: "true",
  False: "false",
  FALSE: "false",
  None: "null",
  NULL: "null",
  nil: "null",
  undefined: "null",
};

/**
 * Throws for unexpected text, with any JSON equivalent as the hint.
 * @throws {Unreadable} always
 */
function unexpectedText(text: string, at: number, expected: string): never {
  const first = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (at >= text.length)
    breakOff(at, at, `the text ends where ${expected} is expected`, "check that the file is complete");
  const end = at + first.length;
  if (first === "'") breakOff(at, end, "JSON has no single quotes", 'use double quotes (")');
  if (first === "#" || /^\/[/*]/.test(text.slice(at, at + 2))) {
    breakOff(
      at,
      at + (first === "#" ? 1 : 2),
      "JSON has no comments",
      "remove it, or save the policy as YAML",
    );
  }
  const found = /^[\w$]+/.exec(text.slice(at, at + longestShown))?.[0];
  if (found === undefined) {
    const shown = /^[!-~]$/.test(first) ? first : codePointName(first);
    breakOff(at, end, `${expected} is expected here, not ${shown}`, null);
  }
  const hint = Object.hasOwn(words, found)
    ? `JSON writes ${words[found]}`
    : /^(?:NaN|Infinity)$/.test(found)
      ? "JSON has no such number: write a finite one"
      : `put "${found}" in double quotes`;
  const isText = expected === "a key" || expected === "a value";
  breakOff(at, at + found.length, `${expected} is expected here, not ${found}`, isText ? hint : null);
}
