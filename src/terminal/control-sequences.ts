import type { InputEvent, KeyEvent, ReplyEvent } from "./input-event.ts";
import { characterOfCode, keyOfLetter, keyOfNumber, namedKeys, nameOfCode } from "./key-names.ts";
import { mouseEvent } from "./mouse.ts";

interface Modifiers {
  readonly ctrl: boolean;
  readonly alt: boolean;
  readonly shift: boolean;
}

const plain: Modifiers = { ctrl: false, alt: false, shift: false };

/** Creates the event of a named key, which types no text. */
export function namedKey(name: string, modifiers: Modifiers = plain): KeyEvent {
  return { type: "key", name, text: "", ...modifiers };
}

/** Creates the event of a typed character or the space bar. */
export function characterKey(character: string): KeyEvent {
  return { type: "key", name: character === " " ? "space" : character, text: character, ...plain };
}

export function reply(kind: ReplyEvent["kind"], text = ""): ReplyEvent {
  return { type: "reply", kind, text };
}

/**
 * Decodes the `modifiers` parameter of xterm and kitty: 1 + shift 1, alt 2, ctrl 4, super 8, hyper 16, meta
 * 32, then locks. Meta counts as alt.
 */
function modifiersOf(parameter: number): Modifiers {
  const bits = parameter > 0 ? parameter - 1 : 0;
  return { shift: (bits & 1) !== 0, alt: (bits & (2 | 32)) !== 0, ctrl: (bits & 4) !== 0 };
}

const superOrHyper = 8 | 16;
const kittyRelease = 3;

/**
 * Creates the event of a code point with modifiers, as kitty (`CSI code ; modifiers u`) and modifyOtherKeys
 * (`CSI 27 ; modifiers ; code ~`) send it. Returns undefined for unsupported keys.
 */
function keyOfCodePoint(
  code: number,
  modifiers: Modifiers,
  shifted?: string,
  text?: string,
): KeyEvent | undefined {
  const name = nameOfCode(code);
  if (name === undefined) return undefined;
  if (name === "space")
    return { type: "key", name, text: modifiers.ctrl || modifiers.alt ? "" : " ", ...modifiers };
  if (namedKeys.has(name)) return namedKey(name, modifiers);
  const lower = name.toLowerCase();
  if (modifiers.ctrl) return namedKey(lower, { ...modifiers, shift: modifiers.shift || lower !== name });
  const typed = modifiers.shift ? (shifted ?? upperCase(name)) : name;
  return { type: "key", name: typed, text: modifiers.alt ? "" : (text ?? typed), ...modifiers, shift: false };
}

/** Converts a character to uppercase unless that changes its length; `ß` stays. */
function upperCase(character: string): string {
  const upper = character.toUpperCase();
  return upper.length === character.length ? upper : character;
}

/**
 * Decodes kitty's `CSI code[:shifted[:base]] ; modifiers[:event] [; text] u`. Returns undefined for a
 * release, a key with super or hyper, and unsupported keys.
 */
function kittyKey(fields: readonly string[]): KeyEvent | undefined {
  const [code, shifted] = numbers(fields[0]);
  const [modifiers = 1, event = 1] = numbers(fields[1]);
  if (code === undefined || event === kittyRelease || ((modifiers - 1) & superOrHyper) !== 0)
    return undefined;
  const text = numbers(fields[2]).map(characterOfCode).join("");
  const shiftedCharacter = shifted === undefined ? undefined : characterOfCode(shifted);
  return keyOfCodePoint(code, modifiersOf(modifiers), shiftedCharacter, text === "" ? undefined : text);
}

function numbers(field: string | undefined): number[] {
  if (field === undefined || field === "") return [];
  return field.split(":").map((part) => (part === "" ? Number.NaN : Number(part)));
}

/** Modifiers by the final character of rxvt's numbered keys. */
const rxvtFinals: Readonly<Record<string, Modifiers>> = {
  $: { ...plain, shift: true },
  "^": { ...plain, ctrl: true },
  "@": { ctrl: true, alt: false, shift: true },
};

/** Keys by rxvt's lowercase final letters: Shift after CSI, Ctrl after SS3. */
const rxvtArrows: Readonly<Record<string, string>> = {
  a: "up",
  b: "down",
  c: "right",
  d: "left",
  e: "clear",
};

/**
 * Decodes a complete control sequence, without its leading `ESC [`. Returns undefined for an ignored one, such as the
 * release of a key.
 */
export function eventOfCsi(parameters: string, final: string): InputEvent | undefined {
  if (parameters.startsWith("<") && (final === "M" || final === "m")) {
    const [bits = 0, column = 0, row = 0] = parameters.slice(1).split(";").map(Number);
    return mouseEvent(bits, column, row, final === "m");
  }
  if (/^[<=>?]/u.test(parameters) || /[ -/]$/u.test(parameters)) return replyOfCsi(parameters, final);
  const fields = parameters.split(";");
  const [number = 1] = numbers(fields[0]);
  const [modifiers = 1, event = 1] = numbers(fields[1]);
  if (event === kittyRelease) return undefined;

  if (final === "u") return kittyKey(fields);
  if (final === "~" && number === 27 && fields.length === 3)
    return keyOfCodePoint(Number(fields[2]), modifiersOf(modifiers));
  const numbered = keyOfNumber[number];
  if (final === "~")
    return numbered === undefined ? reply("unknown") : namedKey(numbered, modifiersOf(modifiers));
  const rxvt = rxvtFinals[final];
  if (rxvt !== undefined && fields.length === 1)
    return numbered === undefined ? reply("unknown") : namedKey(numbered, rxvt);

  if (final === "Z") return namedKey("tab", { ...modifiersOf(modifiers), shift: true });
  if (parameters === "" && final === "I") return reply("focus-in");
  if (parameters === "" && final === "O") return reply("focus-out");
  // F3 with modifiers and a cursor position report are equal in row 1, columns 2 to 16; there the sequence counts as
  // F3.
  if (final === "R" && parameters !== "" && !(number === 1 && modifiers >= 2 && modifiers <= 16))
    return reply("cursor", parameters);
  const lettered = keyOfLetter[final];
  if (lettered !== undefined && number === 1) return namedKey(lettered, modifiersOf(modifiers));
  const shiftedArrow = rxvtArrows[final];
  if (shiftedArrow !== undefined && parameters === "")
    return namedKey(shiftedArrow, { ...plain, shift: true });
  return replyOfCsi(parameters, final);
}

function replyOfCsi(parameters: string, final: string): ReplyEvent {
  if (final === "c") return reply("attributes", parameters);
  if (final === "R") return reply("cursor", parameters.replace("?", ""));
  return reply("unknown", `${parameters}${final}`);
}

/** Characters on the keys of the keypad in application mode (VT100), by the final letter after SS3. */
const keypad: Readonly<Record<string, string>> = Object.fromEntries(
  Array.from("*+,-./0123456789", (character, index) => [String.fromCodePoint(0x6a + index), character]),
);

/** Decodes `ESC O [modifiers] final`. Returns undefined for a sequence that no terminal sends. */
export function eventOfSs3(parameters: string, final: string): KeyEvent | undefined {
  const modifiers = modifiersOf(Number(parameters.split(";").at(-1)));
  const lettered = keyOfLetter[final];
  if (lettered !== undefined) return namedKey(lettered, modifiers);
  if (final === "M") return namedKey("enter", modifiers);
  if (parameters !== "") return undefined;
  const controlledArrow = rxvtArrows[final];
  if (controlledArrow !== undefined) return namedKey(controlledArrow, { ...plain, ctrl: true });
  const engraved = final === "X" ? "=" : keypad[final];
  return engraved === undefined ? undefined : characterKey(engraved);
}

/**
 * Decodes an operating system command, device control string or application program command. They are never keys.
 */
export function eventOfControlString(introducer: string, text: string): ReplyEvent {
  const isColor = introducer === "]" && /^(?:4|1[0-9]);/u.test(text);
  return reply(isColor ? "color" : "unknown", text);
}

/** Decodes a C0 control character or DEL: a key pressed with Ctrl, or the named key that sends it. */
export function eventOfControl(character: string): KeyEvent {
  const code = character.codePointAt(0) ?? 0;
  if (code === 0) return namedKey("space", { ...plain, ctrl: true });
  const name = code === 0x0a ? undefined : nameOfCode(code);
  if (name !== undefined) return namedKey(name);
  return namedKey(String.fromCodePoint(code + 0x40).toLowerCase(), { ...plain, ctrl: true });
}
