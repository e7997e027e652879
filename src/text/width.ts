import stringWidth from "string-width";
import { endOfStretch, plainWidth } from "./plain-units.ts";

const ascii = /^[ -~]*$/;

/**
 * Returns the width of a text in terminal columns: 2 for a wide letter or emoji, 0 for a combining mark.
 * Agrees with `string-width`, which Ink uses, but measures common blocks itself, because `string-width` takes
 * up to a microsecond for each non-ASCII character.
 */
export function displayWidth(text: string): number {
  if (ascii.test(text)) return text.length;
  let width = 0;
  for (let index = 0; index < text.length;) {
    const end = endOfStretch(text, index);
    const plain = end === index + 1 ? plainWidth(text.charCodeAt(index)) : 0;
    width += plain > 0 ? plain : stringWidth(text.slice(index, end));
    index = end;
  }
  return width;
}
