// Ink splits every row of the screen into cells anew for each frame, and most rows are those of the frame before. In the bundle
// `@alcalzone/ansi-tokenize` is this: the same package, with the tokens of a text and their cells remembered. Ink changes neither.
import * as original from "../../node_modules/@alcalzone/ansi-tokenize/build/index.js";
import { remembered } from "./remembered.js";

export * from "../../node_modules/@alcalzone/ansi-tokenize/build/index.js";

export const tokenize = remembered(
  (text, endChar) => original.tokenize(text, endChar),
  (endChar) => endChar === undefined,
);

const cells = new WeakMap();

export function styledCharsFromTokens(tokens) {
  let known = cells.get(tokens);
  if (known === undefined) {
    known = original.styledCharsFromTokens(tokens);
    cells.set(tokens, known);
  }
  return known;
}
