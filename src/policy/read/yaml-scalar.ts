/** The values plain text can have in YAML 1.2's core schema besides numbers, by the text. */
const words: ReadonlyMap<string, boolean | null> = new Map<string, boolean | null>([
  ...["", "~", "null", "Null", "NULL"].map((text) => [text, null] as const),
  ...["true", "True", "TRUE"].map((text) => [text, true] as const),
  ...["false", "False", "FALSE"].map((text) => [text, false] as const),
]);

/** "false": longer text need not be looked up. */
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

/** A longer text is none: no number needs it, and regular expressions overflow their stack on megabytes of digits. */
const longestNumber = 1_000;

/** The number a plain text is, or null. */
export function yamlNumber(text: string): number | null {
  if (text.length > longestNumber) return null;
  if (integer.test(text) || float.test(text) || octalOrHex.test(text)) return Number(text);
  if (infinity.test(text)) return text.startsWith("-") ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return nan.test(text) ? Number.NaN : null;
}

/**
 * What a plain (unquoted) text is in YAML 1.2's core schema (https://yaml.org/spec/1.2.2/#103-core-schema): null, a boolean, a number,
 * else the text itself. A date is text, and so are `yes`, `on` and `0777` is a number like any other.
 */
export function plainValue(text: string): string | number | boolean | null {
  switch (text.charCodeAt(0)) {
    // + - . and the digits
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
