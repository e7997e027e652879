import { span } from "../text/line.ts";
import { truncate, fit } from "../text/truncate.ts";
import type { Visible } from "../text/visible.ts";
import { visible } from "../text/visible.ts";
import { displayWidth } from "../text/width.ts";
import { wrapWords } from "../text/wrap.ts";

/** Single-line text being edited. `caret` is a UTF-16 index at a grapheme boundary. */
export interface TextField {
  readonly value: string;
  readonly caret: number;
  /** Undo history, newest last: a step per typed word, paste, deletion and replacement. */
  readonly past: readonly { readonly value: string; readonly caret: number }[];
}

const undoSteps = 100;
const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

export function textField(value = ""): TextField {
  return { value, caret: value.length, past: [] };
}

/** Inserts text at the caret; line breaks become spaces. */
export function insertText(field: TextField, text: string, step: "typed" | "pasted" = "pasted"): TextField {
  const line = text.replaceAll(/\r\n|[\r\n\u2028\u2029]/g, " ");
  if (line === "") return field;
  const value = field.value.slice(0, field.caret) + line + field.value.slice(field.caret);
  const caret = border(value, field.caret + line.length);
  const continuesWord =
    step === "typed" && /\S$/.test(field.value.slice(0, field.caret)) && /^\S+$/.test(line);
  return { value, caret, past: continuesWord && field.past.length > 0 ? field.past : remember(field) };
}

/** Replaces the whole text, undoable in one step. */
export function replaceText(field: TextField, value: string): TextField {
  return { value, caret: value.length, past: remember(field) };
}

type Edit = (field: TextField) => TextField;

/** Edits by canonical key name. */
const edits: Readonly<Record<string, Edit>> = {
  left: (field) => moveTo(field, before(field)),
  right: (field) => moveTo(field, after(field)),
  home: (field) => moveTo(field, 0),
  end: (field) => moveTo(field, field.value.length),
  "ctrl+a": (field) => moveTo(field, 0),
  "ctrl+e": (field) => moveTo(field, field.value.length),
  "ctrl+b": (field) => moveTo(field, before(field)),
  "ctrl+f": (field) => moveTo(field, after(field)),
  "ctrl+left": (field) => moveTo(field, wordBefore(field)),
  "alt+left": (field) => moveTo(field, wordBefore(field)),
  "alt+b": (field) => moveTo(field, wordBefore(field)),
  "ctrl+right": (field) => moveTo(field, wordAfter(field)),
  "alt+right": (field) => moveTo(field, wordAfter(field)),
  "alt+f": (field) => moveTo(field, wordAfter(field)),
  backspace: (field) => cut(field, before(field), field.caret),
  delete: (field) => cut(field, field.caret, after(field)),
  "ctrl+d": (field) => cut(field, field.caret, after(field)),
  "ctrl+w": (field) => cut(field, wordBefore(field), field.caret),
  "alt+backspace": (field) => cut(field, wordBefore(field), field.caret),
  "alt+d": (field) => cut(field, field.caret, wordAfter(field)),
  "ctrl+u": (field) => cut(field, 0, field.caret),
  "ctrl+k": (field) => cut(field, field.caret, field.value.length),
  "ctrl+_": undo,
  "alt+z": undo,
};

/**
 * Applies an editing key.
 * @returns the changed field, the same field if the edit changes nothing, or null for other keys
 */
export function editByKey(field: TextField, keyId: string): TextField | null {
  return Object.hasOwn(edits, keyId) ? (edits[keyId]?.(field) ?? null) : null;
}

function undo(field: TextField): TextField {
  const last = field.past.at(-1);
  return last === undefined ? field : { ...last, past: field.past.slice(0, -1) };
}

function moveTo(field: TextField, caret: number): TextField {
  const whole = border(field.value, caret);
  return whole === field.caret ? field : { ...field, caret: whole };
}

function cut(field: TextField, start: number, end: number): TextField {
  if (start === end) return field;
  const value = field.value.slice(0, start) + field.value.slice(end);
  return { value, caret: border(value, start), past: remember(field) };
}

function remember(field: TextField): TextField["past"] {
  return [...field.past.slice(1 - undoSteps), { value: field.value, caret: field.caret }];
}

function before({ value, caret }: TextField): number {
  return caret === 0 ? 0 : characterAt(value, caret - 1).start;
}

function after({ value, caret }: TextField): number {
  return caret === value.length ? caret : characterAt(value, caret).end;
}

/** Returns the grapheme that contains a UTF-16 index. */
function characterAt(value: string, index: number): { readonly start: number; readonly end: number } {
  const found = graphemes.segment(value).containing(index);
  return found === undefined
    ? { start: index, end: index }
    : { start: found.index, end: found.index + found.segment.length };
}

/** Moves a caret inside a grapheme to its end: an edit can join a letter and a combining mark. */
function border(value: string, caret: number): number {
  if (caret <= 0 || caret >= value.length) return caret;
  const { start, end } = characterAt(value, caret);
  return start === caret ? caret : end;
}

/** Letters, marks, digits and `_`; word movement stops at other characters, such as slashes. */
const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

/** Returns the start of the word before the caret. A regular expression would take quadratic time. */
function wordBefore({ value, caret }: TextField): number {
  let at = caret;
  for (const isWord of [false, true]) {
    while (at > 0) {
      const start = /[\udc00-\udfff]/.test(value.charAt(at - 1)) ? Math.max(0, at - 2) : at - 1;
      if (wordCharacter.test(value.slice(start, at)) !== isWord) break;
      at = start;
    }
  }
  return at;
}

function wordAfter({ value, caret }: TextField): number {
  return caret + (/^[^\p{L}\p{M}\p{N}_]*[\p{L}\p{M}\p{N}_]*/u.exec(value.slice(caret))?.[0].length ?? 0);
}

/**
 * Draws a text field in `width` columns, scrolled to its caret.
 * @returns the text and the column of the caret, from 0
 */
export function drawField(field: TextField, width: number, masked = false): { text: Visible; caret: number } {
  const show = (part: string) => visible(masked ? "•".repeat(Array.from(part).length) : part);
  const before = show(field.value.slice(0, field.caret));
  const after = show(field.value.slice(field.caret));
  const beforeWidth = displayWidth(before);
  // One column stays free for the caret after the last character.
  if (beforeWidth < width) return { text: fit(visible(before + after), width), caret: beforeWidth };
  const shown = truncate(before, width - 1, { where: "start" });
  return { text: fit(visible(shown + after), width), caret: displayWidth(shown) };
}

/**
 * Draws a text field in rows of `width` columns, at most `limit` around the caret.
 * @returns the rows and the position of the caret, from 0
 */
export function drawLongField(
  field: TextField,
  width: number,
  limit: number,
): { rows: readonly Visible[]; caret: { x: number; y: number } } {
  const before = visible(field.value.slice(0, field.caret));
  const text = visible(before + visible(field.value.slice(field.caret)));
  // One column stays free for the caret after the last character.
  const room = Math.max(1, width - 1);
  const rows = wrapWords(span(text), room).map(({ spans }) => visible(spans.map((one) => one.text).join("")));
  // The rows lack only spaces at their ends.
  let end = 0;
  const starts = rows.map((row) => {
    const start = Math.max(end, text.indexOf(row, end));
    end = start + row.length;
    return start;
  });
  const y = Math.max(
    0,
    starts.findLastIndex((start) => start <= before.length),
  );
  const x = Math.min(room, displayWidth(visible(text.slice(starts[y] ?? 0, before.length))));
  const first = Math.max(0, Math.min(y - limit + 1, rows.length - limit));
  return { rows: rows.slice(first, first + limit), caret: { x, y: y - first } };
}
