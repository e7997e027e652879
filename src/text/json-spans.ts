import { keyLength } from "./json-document.ts";
import { type Span, span, type Tone } from "./line.ts";
import { pageUrl } from "./page-url.ts";
import { v, visible } from "./visible.ts";

/** Formats a line of a JSON document, without its indentation, in spans by color. */
export function jsonSpans(text: string): readonly Span[] {
  const key = keyLength(text);
  const value = key === 0 ? text : text.slice(key + 2);
  const end = value.length > 1 && value.endsWith(",") ? value.length - 1 : value.length;
  return [
    ...(key === 0 ? [] : [span(visible(text.slice(0, key)), "accent"), span(v`: `, "muted")]),
    valueSpan(value.slice(0, end)),
    ...(end < value.length ? [span(v`,`, "muted")] : []),
  ];
}

/** Formats a value; an address of a page can be opened. */
function valueSpan(value: string): Span {
  const shown = span(visible(value), toneOf(value));
  const href = /^"https?:/.test(value) ? pageUrl(String(JSON.parse(value))) : null;
  return href === null ? shown : { ...shown, href };
}

function toneOf(value: string): Tone {
  const first = value.charAt(0);
  if (first === '"') return "plain";
  return "{}[]".includes(first) ? "muted" : "warn";
}
