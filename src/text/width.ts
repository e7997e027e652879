import stringWidth from "string-width";
import { endOfStretch, plainWidth } from "./plain-units.ts";

const ascii = /^[ -~]*$/;

/**
 * Columns a text takes in a terminal: wide letters and emoji two, combining marks none.
 * The verdict is that of `string-width`, by which Ink lays out and draws; the common blocks are counted here, because it takes
 * up to a microsecond for each character that is not ASCII.
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
