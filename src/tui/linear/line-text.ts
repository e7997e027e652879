import type { Line, Span } from "../../text/line.ts";
import { type Visible, visible } from "../../text/visible.ts";

/** Words for glyphs; other glyphs repeat the word beside them. */
const words: Readonly<Record<string, string>> = { "✓": "ok", "✗": "error", "▲": "warning" };

/** Glyph at the start of a text, before a word or alone. */
const glyph = /^([❯■●○◐◌▶▸▾▼⊘⋯↷↻≡‼✓✗▲↺]) *(?=$|[^ ])/;

/** Characters of borders, rules and gauges. */
const drawing = /[\u2500-\u259F‹›]/g;

/** Padded text that labels the rest of its line. */
const label = /^(.*\S) {2,}$/s;

/**
 * Returns the text of a row for a screen reader: `label: value` without padding, rules and glyphs. Empty for
 * decoration.
 */
export function lineText({ spans }: Line): Visible {
  const texts = spans.map(plainText);
  const at = texts.findIndex((text) => text.trim() !== "");
  const first = texts[at] ?? "";
  const rest = texts.slice(at + 1);
  const name = rest.join("").trim() === "" ? undefined : label.exec(first.trimStart())?.[1];
  const start = name === undefined ? first : `${name.replace(/:$/, "")}: `;
  const whole = rest.reduce(joined, start).replaceAll(/ {2,}/g, " ").replaceAll(" · ", ", ").trim();
  // A lone ellipsis stands for a value still loading.
  return visible(whole.replaceAll(/(?<=^| )…(?= |$)/g, "loading"));
}

/** Joins two texts. Padding between them becomes a comma. */
function joined(before: string, after: string): string {
  const [start, end] = [before.trimEnd(), after.trimStart()];
  if (end === "") return before + after;
  const spaces = before.length - start.length + after.length - end.length;
  if (spaces === 0) return start + end;
  return spaces === 1 || /[:,]$/.test(start) ? `${start} ${end}` : `${start}, ${end}`;
}

/** Replaces drawing and glyphs; `▲` is no warning in the tone of strengthened values. */
function plainText({ text, tone }: Span): string {
  const drawn = text.replaceAll(drawing, " ");
  const content = drawn.trim();
  const plain = content.replace(glyph, (found, mark: string) =>
    glyphWords(tone === "ok" && mark === "▲" ? "" : mark, found === content),
  );
  return drawn.replace(content, () => plain);
}

function glyphWords(mark: string, isAlone: boolean): string {
  const word = words[mark];
  if (word === undefined) return "";
  return isAlone ? word : `${word}: `;
}
