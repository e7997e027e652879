import { flowed } from "./flowed.ts";
import { visible } from "./visible.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // XML 1.0 forbids these two, even as references.
  "\uFFFE": "⟨FFFE⟩",
  "\uFFFF": "⟨FFFF⟩",
};

/**
 * Escapes untrusted text for the text and the quoted attributes of HTML and XML, and makes invisible characters
 * visible. Joins lines.
 */
export function html(text: string): string {
  return visible(flowed(text)).replace(
    /[&<>"'\uFFFE\uFFFF]/g,
    (character) => entities[character] ?? character,
  );
}
