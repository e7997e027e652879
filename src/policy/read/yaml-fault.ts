import { YAMLException } from "js-yaml";
import { errorText } from "../../model/errors.ts";
import type { Fault } from "./fault.ts";
import { tooDeep } from "./yaml-value.ts";

/** Replacements of js-yaml's messages; other messages stay unchanged. */
const wordings: readonly (readonly [reason: RegExp, message: string, hint: string | null])[] = [
  [/^tab characters/, "the indentation has a tab", "indent with spaces"],
  [/^nesting exceeded/, tooDeep, "a policy needs six levels"],
  [/^null byte/, "the text has the character U+0000", "check that this is a text file"],
  [
    /non-printable|valid JSON character/,
    "the text has a control character",
    "remove it, or write it as an escape",
  ],
  [/^bad indentation/, "the indentation matches no line above", "align it with its neighbors"],
  [
    /^deficient indentation/,
    "a quote or bracket above is not closed before this line",
    "close it, or indent further",
  ],
  [/^expected ':'/, "a colon is expected after a key", "write key: value, with a space after the colon"],
  [
    /multiline key/,
    "this line has a key, and the line above has none",
    "write key: value there too, with a space after the colon",
  ],
  [
    /^name of an a/,
    "a name is expected after & and *, which begin anchors and aliases",
    "put text with such characters in quotes",
  ],
  [
    /^tag |^named tag|within a verbatim tag/,
    "this is not a YAML tag",
    "put text that begins with ! in quotes",
  ],
  [
    /block scalar|^repeat of|^a line break is expected/,
    "| and > may be followed only by - or + and one digit",
    "begin the text on the next line",
  ],
  [/directive/i, "this line with % is not a YAML directive, or no --- follows it", "remove it"],
  [/^a whitespace character is expected/, "a space is missing after this colon", "write key: value"],
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
  [/^missed comma/, "a comma is missing between two items", "add one here"],
  [/node content, but found ','/, "there is no item before this comma", "remove one comma"],
  [/^unknown escape/, "YAML has no such escape", "write a backslash as \\\\, or use single quotes"],
  [/hexadecimal character/, "this escape needs more digits", "write it like \\u039B"],
  [/^duplication of an anchor/, "a value has two anchors", "remove one"],
  [/^duplication of a tag/, "a value has two tags", "remove one"],
  [/^alias node should not/, "an alias cannot have an anchor or tag", "remove it"],
  [/^undeclared tag handle/, "the prefix of the tag is not declared", "remove the tag"],
  [/^end of the stream or a document/, "this does not belong to anything above", "check the indentation"],
  [/^unacceptable YAML version/, "this is not YAML 1.x", "remove the %YAML line"],
];

/** Converts an exception of js-yaml to a fault. */
export function yamlFault(error: unknown): Fault {
  const reason = errorText(error);
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

/**
 * Returns the error of an unquoted text that needs quotes, reported by js-yaml as bad indentation; otherwise null.
 */
function unquotedFault(text: string, start: number): Fault | null {
  const character = text.charAt(start);
  const end = start + 1;
  const before = /[^\r\n]*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? "";
  if (!/[^\s-]/.test(before)) return null;
  if (/["']\s*$/.test(before)) {
    const hint = "quote the whole text; write a ' within single quotes twice";
    return { start, end, message: "the text continues after its closing quote", hint };
  }
  if (character === ":") {
    if (/:\s/.test(before)) {
      const hint = "put text with a colon in it in quotes";
      return { start, end, message: "this line has a second colon", hint };
    }
    const hint = "align it with its neighbors, or quote the whole text";
    return { start, end, message: "this line continues the text above, and is not a key", hint };
  }
  if (!/["'@`%&*!|>{}[\],]/.test(character)) return null;
  const message = `${character} has a special meaning in YAML here`;
  return { start, end, message, hint: "put text with such characters in quotes" };
}
