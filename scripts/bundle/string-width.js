// Ink measures every row of the screen anew for each frame, a microsecond a character that is not ASCII, and most rows are those of
// the frame before. In the bundle `string-width` is this: the same package, with what it said of a text remembered.
import stringWidth from "../../node_modules/string-width/index.js";
import { remembered } from "./remembered.js";

export default remembered(
  (text, options) => stringWidth(text, options),
  (options) => options === undefined,
);
