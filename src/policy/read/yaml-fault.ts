import { YAMLException } from "js-yaml";
import type { Fault } from "./fault.ts";
import { tooDeep } from "./yaml-value.ts";

/** Replacements of js-yaml's messages; others are shown unchanged. */
const wordings: readonly (readonly [reason: RegExp, message: string, hint: string | null])[] = [
  [/^tab characters/, "a tab stands in the indentation here", "indent with spaces"],
  [/^nesting exceeded/, tooDeep, "a policy needs six"],
  [/^null byte/, "the character U+0000 stands here", "is this a text file?"],
  [
    /non-printable|valid JSON character/,
    "a control character stands here",
    "remove it, or write it as an escape",
  ],
  [/^bad indentation/, "the indentation fits nothing above", "line it up with its neighbours"],
  [
    /^deficient indentation/,
    "a quote or bracket above is not closed before this line",
    "close it, or indent further",
  ],
  [/^expected ':'/, "a colon is expected after a key", "write key: value, with a space behind the colon"],
  [
    /multiline key/,
    "a key stands here, and the line above it has none",
    "write key: value there too, with a space behind the colon",
  ],
  [
    /^name of an a/,
    "a name is expected behind & and *, which mean anchors and aliases here",
    "put text with such characters in quotes",
  ],
  [
    /^tag |^named tag|within a verbatim tag/,
    "this is no tag of YAML",
    "put text that begins with ! in quotes",
  ],
  [
    /block scalar|^repeat of|^a line break is expected/,
    "behind | and > stand at most - or + and one digit",
    "begin the text on the next line",
  ],
  [/directive/i, "a line that begins with % is none that YAML knows, or no --- follows it", "remove it"],
  [/^a whitespace character is expected/, "a space is missing behind this colon", "write key: value"],
  [
    /(stream|document) within a single quoted/,
    "a string in single quotes is never closed",
    "add the missing '",
  ],
  [
    /(stream|document) within a double quoted/,
    "a string in double quotes is never closed",
    'add the missing "',
  ],
  [/within a flow collection/, "a bracket or brace is never closed", "add the missing ] or }"],
  [/^missed comma/, "a comma is missing between two items", "put one here"],
  [/node content, but found ','/, "nothing stands before this comma", "remove one comma"],
  [
    /^unknown escape/,
    "YAML knows no such escape",
    "a backslash itself is written \\\\, or use single quotes",
  ],
  [/hexadecimal character/, "an escape by number needs more digits", "write it like \\u039B"],
  [/^duplication of an anchor/, "two anchors stand before one value", "remove one"],
  [/^duplication of a tag/, "two tags stand before one value", "remove one"],
  [/^alias node should not/, "an alias has no anchor or tag of its own", "remove it"],
  [/^undeclared tag handle/, "the tag's prefix is declared nowhere", "remove the tag"],
  [/^end of the stream or a document/, "this belongs to nothing above", "is the indentation right?"],
  [/^unacceptable YAML version/, "this is not YAML 1.x", "remove the %YAML line"],
];

/** Converts an exception of js-yaml to a fault. */
export function yamlFault(error: unknown): Fault {
  const reason = error instanceof Error ? error.message : String(error);
  if (!(error instanceof YAMLException) || error.mark === undefined) {
    return { start: 0, end: 0, message: `this is not YAML: ${reason}`, hint: null };
  }
  const start = error.mark.position;
  const special = error.reason.startsWith("bad indentation") ? unquotedFault(error.mark.buffer, start) : null;
  if (special !== null) return special;
  const [, message, hint] = wordings.find(([pattern]) => pattern.test(error.reason)) ?? [];
  return {
    start,
    end: start + (/[\r\n]/.test(error.mark.buffer.charAt(start)) ? 0 : 1),
    message: message ?? `this is not YAML: ${error.reason}`,
    hint: hint ?? null,
  };
}

/** js-yaml also reports bad indentation for an unquoted text that must be quoted. */
function unquotedFault(text: string, start: number): Fault | null {
  const character = text.charAt(start);
  const end = start + 1;
  const before = /[^\r\n]*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? "";
  if (!/[^\s-]/.test(before)) return null;
  if (/["']\s*$/.test(before)) {
    const hint = "quotes stand around all of a text; a ' within single ones is written twice";
    return { start, end, message: "the text goes on behind its closing quote", hint };
  }
  if (character === ":") {
    if (/:\s/.test(before)) {
      const hint = "put text with a colon in it in quotes";
      return { start, end, message: "a second colon stands in this line", hint };
    }
    const hint = "line it up with its neighbours, or put all the text in quotes";
    return { start, end, message: "this line belongs to the text above it, and is no key", hint };
  }
  if (!/["'@`%&*!|>{}[\],]/.test(character)) return null;
  const message = `${character} means something else in YAML here`;
  return { start, end, message, hint: "put text with such characters in quotes" };
}
