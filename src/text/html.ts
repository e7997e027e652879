import { visible } from "./visible.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Foreign text as HTML text or as the value of a quoted attribute: nothing of it is markup, and nothing invisible is left in it. */
export function html(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
