import { walkJson } from "./json-walk.ts";
import { invisibleClass, outOfPlace } from "./unsafe-characters.ts";

/**
 * Characters that a terminal hides or obeys and `JSON.stringify` leaves unescaped. It escapes C0 controls itself. Created
 * on first use, which most processes and threads that load this module never reach.
 */
let dangerous: RegExp | null = null;

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** Replaces the characters that a terminal hides or obeys, except C0 controls. */
export function replaceHidden(text: string, replacement: (character: string) => string): string {
  dangerous ??= new RegExp(String.raw`[\u007F-\u009F${invisibleClass}]${outOfPlace}`, "gv");
  return text.replaceAll(dangerous, replacement);
}

/** Stringifies a value of any depth on one line. The value must not contain `undefined`. */
function stringifyDeep(root: unknown): string {
  const chunks: string[] = [];
  const comma = (isLast: boolean) => {
    if (!isLast) chunks.push(",");
  };
  walkJson(root, {
    key(name) {
      chunks.push(JSON.stringify(name), ":");
    },
    scalar(value, isLast) {
      chunks.push(JSON.stringify(value) ?? "null");
      comma(isLast);
    },
    open(container) {
      chunks.push(container === "array" ? "[" : "{");
    },
    close(container, _isEmpty, isLast) {
      chunks.push(container === "array" ? "]" : "}");
      comma(isLast);
    },
  });
  return chunks.join("");
}

function stringify(value: unknown, indent: number): string {
  try {
    return JSON.stringify(value, null, indent) ?? "null";
  } catch (error) {
    // A few thousand levels overflow the stack of JSON.stringify, but not of JSON.parse. Indentation would grow with
    // the square of the depth.
    if (error instanceof RangeError) return stringifyDeep(value);
    throw error;
  }
}

/**
 * Stringifies a value as JSON that is safe on a terminal: DEL, C1 controls, bidi controls, line separators, misplaced
 * joiners and other invisible characters are escaped as \uXXXX. `indent` is the number of spaces per level; 0 means
 * one line. Values too deep for `JSON.stringify` are always on one line.
 */
export function machineJson(value: unknown, indent = 0): string {
  return replaceHidden(stringify(value, indent), escaped);
}
