import { isClosing, jsonDocument, lineOf } from "./json-document.ts";

/** Maximum indented depth; deeper lines get no more indentation. */
const deepest = 64;

/**
 * Returns a JSON text with one value per line, indented by two spaces. Keeps the spelling of numbers and escapes, and
 * repeated keys. Returns null if the text is not JSON.
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
