import { walkJson } from "./json-walk.ts";
import { invisibleClass, outOfPlace } from "./unsafe-characters.ts";

/** What JSON leaves as it is and a terminal would act on or not show. C0 is escaped by JSON itself. */
const dangerous = new RegExp(String.raw`[\u007F-\u009F${invisibleClass}]${outOfPlace}`, "gv");

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}

/** As `JSON.stringify` on one line, for a value without `undefined` in it, at any depth. */
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
    // A few thousand levels overflow the stack of JSON.stringify, not of JSON.parse: anyone can send such a body.
    // Indented, it would grow with the square of the depth.
    if (error instanceof RangeError) return stringifyDeep(value);
    throw error;
  }
}

/**
 * A value as JSON for machines that is harmless on a terminal too: DEL, C1, bidi controls, line separators, zero width and tags are
 * written as \uXXXX, which every reader of JSON takes back. `indent`: spaces a level (none: one line); a value
 * too deep for `JSON.stringify` is on one line whatever is asked.
 */
export function machineJson(value: unknown, indent = 0): string {
  return stringify(value, indent).replaceAll(dangerous, escaped);
}
