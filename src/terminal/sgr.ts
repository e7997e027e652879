import { type Span, span, type TextColor, type TextStyle, trueColor } from "../text/line.ts";
import { expandTabs } from "../text/visible-lines.ts";
import { type Visible, visible } from "../text/visible.ts";
import { displayWidth } from "../text/width.ts";

/**
 * Sequence that sets colors and weights (ECMA-48 SGR), with semicolons or the colons of ITU T.416, or that begins or
 * ends a link (OSC 8). Links are dropped with their addresses; their texts stay. Everything else that begins with ESC
 * is text, which is made visible.
 */
// oxlint-disable-next-line no-control-regex -- these are the sequences to find
const sequence = /\u001b\[([\d;:]*)m|\u001b\]8;[^;\p{Cc}]*;\P{Cc}*(?:\u0007|\u001b\\)/gu;

/**
 * Returns the spans of a line that a program printed: its colors and weights, and everything else as visible text.
 * A line starts without colors, as in `less -R`, so that a forgotten reset does not color the rest.
 */
export function programSpans(text: string): readonly Span[] {
  const expanded = withSpaces(text);
  if (!expanded.includes("\u001b")) return [span(visible(expanded))];
  const spans: Span[] = [];
  let style: TextStyle = {};
  let at = 0;
  const put = (end: number) => {
    if (end > at) spans.push(styledSpan(visible(expanded.slice(at, end)), style));
  };
  for (const found of expanded.matchAll(sequence)) {
    put(found.index);
    at = found.index + found[0].length;
    const [, codes] = found;
    if (codes !== undefined) style = styleAfter(style, codes);
  }
  put(expanded.length);
  const whole = programText(text);
  // Marks may pile up where two parts meet; they are then cut in the whole line.
  return spans.map((one) => one.text).join("") === whole ? spans : [span(whole)];
}

/** Returns the text of `programSpans`, which searches and copies use. */
export function programText(text: string): Visible {
  return visible(withoutSequences(withSpaces(text)));
}

function withSpaces(text: string): string {
  if (!text.includes("\t")) return text;
  return expandTabs(text, (cell) => displayWidth(visible(withoutSequences(cell))));
}

function withoutSequences(text: string): string {
  return text.includes("\u001b") ? text.replaceAll(sequence, "") : text;
}

function styledSpan(text: Visible, style: TextStyle): Span {
  const { color, background, ...weight } = style;
  // Text in the color of its background would be hidden.
  const shown = color !== undefined && color === background ? weight : style;
  return Object.keys(shown).length === 0 ? span(text) : { ...span(text), style: shown };
}

type Weight = "bold" | "dim" | "italic" | "underline" | "inverse";

const switchedOn: Readonly<Record<number, Weight>> = {
  1: "bold",
  2: "dim",
  3: "italic",
  4: "underline",
  7: "inverse",
  21: "underline",
};

const switchedOff: Readonly<Record<number, readonly (keyof TextStyle)[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  39: ["color"],
  49: ["background"],
};

/** Codes of the eight colors and their bright forms. */
const colorRanges = [
  { first: 30, field: "color", color: 0 },
  { first: 40, field: "background", color: 0 },
  { first: 90, field: "color", color: 8 },
  { first: 100, field: "background", color: 8 },
] as const;

/** Returns the style after a sequence. Codes for anything else, such as blinking and hiding, change nothing. */
function styleAfter(before: TextStyle, parameters: string): TextStyle {
  const codes = parameters.split(";");
  let style = before;
  for (let index = 0; index < codes.length; index++) {
    const [code = 0, ...details] = (codes[index] ?? "").split(":").map(Number);
    if (code === 38 || code === 48) {
      const taken = details.length > 0 ? details : codes.slice(index + 1).map(Number);
      const { color, length } = extendedColor(taken, details.length > 0);
      if (color !== null) style = { ...style, [code === 38 ? "color" : "background"]: color };
      if (details.length === 0) index += length;
    } else if (code === 4 && details[0] === 0) style = without(style, ["underline"]);
    else style = afterCode(style, code);
  }
  return style;
}

function afterCode(style: TextStyle, code: number): TextStyle {
  const on = switchedOn[code];
  if (on !== undefined) return { ...style, [on]: true };
  const off = switchedOff[code];
  if (off !== undefined) return without(style, off);
  if (code === 0) return {};
  const range = colorRanges.find(({ first }) => code >= first && code < first + 8);
  if (range !== undefined) return { ...style, [range.field]: code - range.first + range.color };
  return style;
}

function without(style: TextStyle, fields: readonly (keyof TextStyle)[]): TextStyle {
  return Object.fromEntries(
    Object.entries(style).filter(([name]) => !fields.some((field) => field === name)),
  );
}

/** Returns the color of `5;n` or `2;r;g;b`, and the number of parameters that it takes. */
function extendedColor(
  [kind, ...values]: readonly number[],
  hasColons: boolean,
): { readonly color: TextColor | null; readonly length: number } {
  if (kind === 5) return { color: byteOrNull(values[0]), length: 2 };
  if (kind !== 2) return { color: null, length: 1 };
  // With colons, the number of a color space may come first, and may be empty.
  const channels = (hasColons && values.length > 3 ? values.slice(1) : values).slice(0, 3);
  const [red = 256, green = 256, blue = 256] = channels;
  const isWhole = Math.max(red, green, blue) <= 255;
  return { color: isWhole ? trueColor(red, green, blue) : null, length: 4 };
}

function byteOrNull(value: number | undefined): number | null {
  return value !== undefined && value <= 255 ? value : null;
}
