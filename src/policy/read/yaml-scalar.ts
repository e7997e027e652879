import type { EVENT_ID, Event } from "js-yaml";
import { quoted } from "../quoted.ts";
import { breakOff } from "./fault.ts";

/** Plain values of YAML 1.2's core schema other than numbers, by their text. */
const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...["", "~", "null", "Null", "NULL"].map((text) => [text, null] as const),
  ...["true", "True", "TRUE"].map((text) => [text, true] as const),
  ...["false", "False", "FALSE"].map((text) => [text, false] as const),
]);

/** Maximum length of a text in `words`, that of "false". */
const longestWord = 5;

function wordValue(text: string): string | boolean | null {
  const value = words.get(text);
  return value === undefined ? text : value;
}

const integer = /^[-+]?\d+$/;
const octalOrHex = /^0(?:o[0-7]+|x[\dA-Fa-f]+)$/;
const float = /^[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?$/;
const infinity = /^[-+]?\.(?:inf|Inf|INF)$/;
const nan = /^\.(?:nan|NaN|NAN)$/;

/**
 * Maximum length of a number; longer texts are strings, because regular expressions overflow their stack on
 * megabytes of digits.
 */
const longestNumber = 1_000;

/** Parses a plain text as a number, or returns null. */
function yamlNumber(text: string): number | null {
  if (text.length > longestNumber) return null;
  if (integer.test(text) || float.test(text) || octalOrHex.test(text)) return Number(text);
  if (infinity.test(text)) return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return nan.test(text) ? Number.NaN : null;
}

/**
 * Returns the value of a plain (unquoted) text in YAML 1.2's core schema
 * (https://yaml.org/spec/1.2.2/#103-core-schema): null, a boolean, a number, else the text. Dates, `yes` and
 * `on` are texts; `0777` is a decimal number.
 */
export function plainValue(text: string): string | number | boolean | null {
  switch (text.charCodeAt(0)) {
    // `+`, `-`, `.` and the digits.
    case 0x2b:
    case 0x2d:
    case 0x2e:
    case 0x30:
    case 0x31:
    case 0x32:
    case 0x33:
    case 0x34:
    case 0x35:
    case 0x36:
    case 0x37:
    case 0x38:
    case 0x39:
      return yamlNumber(text) ?? text;
    default:
      return text.length > longestWord ? text : wordValue(text);
  }
}

type DocumentEvent = Extract<Event, { type: typeof EVENT_ID.DOCUMENT }>;

/** Range of a tag in the text. */
interface TagUse {
  readonly tagStart: number;
  readonly tagEnd: number;
}

const core = "tag:yaml.org,2002:";

/** Expands a tag: `!!str` is `tag:yaml.org,2002:str`, unless the document declares `!!` otherwise. */
function fullName(written: string, document: DocumentEvent): string {
  if (written.startsWith("!<")) return written.slice(2, -1);
  const handle = /^!(?:[\w-]*!)?/.exec(written)?.[0] ?? "!";
  const declared = document.directives.find((each) => each.kind === "tag" && each.handle === handle);
  const prefix = declared?.kind === "tag" ? declared.prefix : handle === "!!" ? core : handle;
  return prefix + written.slice(handle.length);
}

function refuse(written: string, use: TagUse): never {
  const hint = "remove the tag: a policy has only text, numbers, booleans, lists and mappings";
  breakOff(use.tagStart, use.tagEnd, `the tag ${quoted(written)} does not fit here`, hint);
}

/** Checks the tag of a collection. @throws {Unreadable} the tag does not match the kind of the collection */
export function checkCollectionTag(
  text: string,
  use: TagUse,
  document: DocumentEvent,
  kind: "map" | "seq",
): void {
  const written = text.slice(use.tagStart, use.tagEnd);
  if (written !== "!" && fullName(written, document) !== core + kind) refuse(written, use);
}

/**
 * Converts a text by its tag of the core schema. @throws {Unreadable} the tag is another one, or the text
 * does not match it
 */
export function taggedValue(
  text: string,
  use: TagUse,
  document: DocumentEvent,
  scalar: string,
): string | number | boolean | null {
  const written = text.slice(use.tagStart, use.tagEnd);
  const name = fullName(written, document);
  if (written === "!" || name === `${core}str`) return scalar;
  const plain = plainValue(scalar);
  if (name === `${core}null` && plain === null) return null;
  if (name === `${core}bool` && typeof plain === "boolean") return plain;
  const number = yamlNumber(scalar);
  if (name === `${core}float` && number !== null) return number;
  if (name === `${core}int` && Number.isInteger(number)) return number;
  refuse(written, use);
}
