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
