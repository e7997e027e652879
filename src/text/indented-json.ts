import { isClosing, jsonDocument, lineOf } from "./json-document.ts";

/** Maximum depth that is indented; deeper lines are not indented further. */
const deepest = 64;

/**
 * Returns a JSON text with one value per line, indented by two spaces. Numbers, escapes and repeated keys stay
 * as they were written. Returns null if the text is not JSON.
 */
export function indentedJson(text: string): string | null {
  const document = jsonDocument(text);
  if (document === null) return null;
  const depths: number[] = [];
  return document.parents
    .map((parent, line) => {
      const outer = parent === -1 ? -1 : (depths[parent] ?? 0);
      const depth = isClosing(document, line) ? outer : outer + 1;
      depths.push(depth);
      return "  ".repeat(Math.min(depth, deepest)) + lineOf(document.raw, line);
    })
    .join("\n");
}
