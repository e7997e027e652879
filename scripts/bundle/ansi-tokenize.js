// Replaces @alcalzone/ansi-tokenize in the bundle. Ink tokenizes every row of the screen for each frame,
// although most rows are those of the previous frame. This module caches tokens by text and cells by tokens;
// Ink changes neither.
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
