// Replaces string-width in the bundle. Ink measures every row of the screen for each frame, 1 µs per
// character that is not ASCII, although most rows are those of the previous frame. This module caches widths
// by text, and measures text of plain units itself: the first other text creates an emoji pattern, which
// takes 10 ms.
import { stripVTControlCharacters } from "node:util";
import stringWidth, { type Options } from "../../node_modules/string-width/index.js";
import { plainTextWidth } from "../../src/text/plain-units.ts";
import { remembered } from "./remembered.ts";

const width = remembered((text) => plainTextWidth(stripVTControlCharacters(text)) ?? stringWidth(text));

export default (text: string, options?: Options) =>
  options === undefined ? width(text) : stringWidth(text, options);
