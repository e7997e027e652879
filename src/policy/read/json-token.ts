import { codePointName } from "../characters/code-points.ts";
import { breakOff, loneSurrogate } from "./fault.ts";

/** Literals of JSON by their counterparts in other languages. */
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

/** Reads the string with the opening quote at an offset. @throws {Unreadable} */
export function jsonString(text: string, start: number): { readonly value: string; readonly end: number } {
  let hasEscapes = false;
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      const end = at + 1;
      if (!hasEscapes) return { value: text.slice(start + 1, at), end };
      const value = JSON.parse(text.slice(start, end)) as string;
      if (!value.isWellFormed()) breakOff(start, end, loneSurrogate.message, loneSurrogate.hint);
      return { value, end };
    }
    if (code === 0x5c) {
      hasEscapes = true;
      at = escapeEnd(text, at) - 1;
    } else if (code < 0x20) inString(text, start, at);
  }
  breakOff(start, text.length, "the string that begins here is never closed", 'add the missing "');
}

/** Returns the end of the escape sequence at an offset. @throws {Unreadable} */
function escapeEnd(text: string, at: number): number {
  const letter = text.charAt(at + 1);
  if (letter !== "" && '"\\/bfnrt'.includes(letter)) return at + 2;
  if (letter !== "u") {
    breakOff(at, at + 2, "JSON has no such escape", "write a backslash as \\\\");
  }
  if (/^[\dA-Fa-f]{4}$/.test(text.slice(at + 2, at + 6))) return at + 6;
  breakOff(at, at + 2, "\\u takes four hexadecimal digits", "write it like \\u039B");
}

/** Throws for a control character in a string, with its escape as the hint. @throws {Unreadable} always */
function inString(text: string, start: number, at: number): never {
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

/**
 * Returns the end of the number at an offset. Uses a loop, because a regular expression overflows its stack
 * on megabytes of digits.
 * @throws {Unreadable}
 */
export function jsonNumber(text: string, start: number): number {
  const whole = text[start] === "-" ? start + 1 : start;
  let end = text[whole] === "0" ? whole + 1 : afterDigits(text, whole);
  let isRight = end > whole;
  if (isRight && text[end] === ".") {
    const fraction = end + 1;
    end = afterDigits(text, fraction);
    isRight = end > fraction;
  }
  if (isRight && (text[end] === "e" || text[end] === "E")) {
    const exponent = text[end + 1] === "+" || text[end + 1] === "-" ? end + 2 : end + 1;
    end = afterDigits(text, exponent);
    isRight = end > exponent;
  }
  if (isRight && !/[-+.\w]/.test(text.charAt(end))) return end;
  const written = /^[-+.\w]*/.exec(text.slice(start, start + longestShown))?.[0] ?? "";
  if (/^-?0\d/.test(written)) {
    breakOff(
      start,
      start + written.length,
      "a JSON number has no leading zeros",
      "remove them, or quote the text",
    );
  }
  const hint = "write digits, and a dot with digits on both sides; quote text";
  breakOff(start, start + written.length, "this is not a JSON number", hint);
}

/** Maximum length of a marked fault, in UTF-16 units. */
const longestShown = 40;

function afterDigits(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) >= 0x30 && text.charCodeAt(at) <= 0x39) at++;
  return at;
}

/**
 * Throws for unexpected text, with its JSON equivalent as the hint if there is one. @throws {Unreadable}
 * always
 */
export function unexpectedText(text: string, at: number, expected: string): never {
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
