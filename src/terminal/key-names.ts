import type { KeyEvent } from "./input-event.ts";

/** Names of non-printable keys, as key tables spell them. A printable character is its own name. */
export const namedKeys: ReadonlySet<string> = new Set([
  "enter",
  "esc",
  "tab",
  "space",
  "backspace",
  "delete",
  "insert",
  "up",
  "down",
  "left",
  "right",
  "home",
  "end",
  "pageup",
  "pagedown",
  "clear",
  ...Array.from({ length: 35 }, (_, index) => `f${index + 1}`),
]);

/** Names of keys by the final letter of `CSI 1 ; modifiers letter` and `SS3 letter`, as xterm sends them. */
export const keyOfLetter: Readonly<Record<string, string>> = {
  A: "up",
  B: "down",
  C: "right",
  D: "left",
  E: "clear",
  F: "end",
  H: "home",
  P: "f1",
  Q: "f2",
  R: "f3",
  S: "f4",
};

/**
 * Names of keys by the number of `CSI number ~`: VT220 and xterm, with rxvt's and the Linux console's numbers
 * for Home and End.
 */
export const keyOfNumber: Readonly<Record<number, string>> = {
  1: "home",
  2: "insert",
  3: "delete",
  4: "end",
  5: "pageup",
  6: "pagedown",
  7: "home",
  8: "end",
  11: "f1",
  12: "f2",
  13: "f3",
  14: "f4",
  15: "f5",
  17: "f6",
  18: "f7",
  19: "f8",
  20: "f9",
  21: "f10",
  23: "f11",
  24: "f12",
  25: "f13",
  26: "f14",
  28: "f15",
  29: "f16",
  31: "f17",
  32: "f18",
  33: "f19",
  34: "f20",
};

/**
 * Names of code points that are keys rather than characters: ASCII controls and the space, then kitty's
 * functional keys.
 */
const keyOfCode: Readonly<Record<number, string>> = {
  8: "backspace",
  9: "tab",
  13: "enter",
  27: "esc",
  32: "space",
  127: "backspace",
  57414: "enter",
  57417: "left",
  57418: "right",
  57419: "up",
  57420: "down",
  57421: "pageup",
  57422: "pagedown",
  57423: "home",
  57424: "end",
  57425: "insert",
  57426: "delete",
  57427: "clear",
};

const kittyKeypad = "0123456789./*-+";
const kittyKeypadStart = 57399;
const kittyF13 = 57376;
const kittyF35 = 57398;

/**
 * Returns the name of the key of a code point, as in `CSI code ; modifiers u`; undefined for an unsupported
 * key.
 */
export function nameOfCode(code: number): string | undefined {
  if (code >= kittyF13 && code <= kittyF35) return `f${code - kittyF13 + 13}`;
  return keyOfCode[code] ?? characterOfCode(code);
}

/**
 * Returns the printable character of a code point or of a kitty keypad key; undefined for controls, surrogates,
 * invalid numbers, and the private use area, where kitty has media keys and bare modifiers.
 */
export function characterOfCode(code: number): string | undefined {
  const keypad = kittyKeypad[code - kittyKeypadStart];
  if (keypad !== undefined) return keypad;
  const isPrivateUse = code >= 0xe000 && code <= 0xf8ff;
  const isControl = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  // Also false for NaN, from an empty field.
  if (isPrivateUse || isControl || isSurrogate || !(code <= 0x10ffff)) return undefined;
  return String.fromCodePoint(code);
}

/** Formats a key press as key tables do: `a`, `G`, `ctrl+d`, `shift+tab`, `alt+enter`, `ctrl+shift+left`. */
export function keyId(event: Pick<KeyEvent, "name" | "ctrl" | "alt" | "shift">): string {
  const ctrl = event.ctrl ? "ctrl+" : "";
  const alt = event.alt ? "alt+" : "";
  const shift = event.shift ? "shift+" : "";
  return `${ctrl}${alt}${shift}${event.name}`;
}

/**
 * Returns true if `id` is a result of `keyId` that a terminal can send. Excludes Ctrl+H, I, M and [, which
 * are the same bytes as Backspace, Tab, Enter and Esc.
 */
export function isKeyId(id: string): boolean {
  const match = /^(ctrl\+)?(?:alt\+)?(shift\+)?(.+)$/su.exec(id);
  const name = match?.[3];
  if (match === null || name === undefined) return false;
  if (namedKeys.has(name)) return true;
  if (Array.from(name).length !== 1 || name === " ") return false;
  if (match[1] !== undefined) return /^[a-gj-ln-z\\\]^_]$/u.test(name);
  return match[2] === undefined;
}
