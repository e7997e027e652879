// Replaces string-width in the bundle. Ink measures every row of the screen for each frame, 1 µs per
// character that is not ASCII, although most rows are those of the previous frame. This module caches widths
// by text, and measures text of plain units itself: the first other text creates an emoji pattern, which
// takes 10 ms.
import { stripVTControlCharacters } from "node:util";
import stringWidth from "../../node_modules/string-width/index.js";
import { plainTextWidth } from "../../src/text/plain-units.ts";
import { remembered } from "./remembered.js";

export default remembered(
  (text, options) =>
    (options === undefined ? plainTextWidth(stripVTControlCharacters(text)) : null) ??
    stringWidth(text, options),
  (options) => options === undefined,
);
