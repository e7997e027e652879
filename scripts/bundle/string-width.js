// Replaces string-width in the bundle. Ink measures every row of the screen for each frame, 1 µs per
// character that is not ASCII, although most rows are those of the previous frame. This module caches widths
// by text.
import stringWidth from "../../node_modules/string-width/index.js";
import { remembered } from "./remembered.js";

export default remembered(
  (text, options) => stringWidth(text, options),
  (options) => options === undefined,
);
