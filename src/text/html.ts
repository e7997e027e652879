import { visible } from "./visible.ts";

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes untrusted text for HTML text and quoted attributes, and makes invisible characters visible. */
export function html(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
