const letterOfKey: Readonly<Record<string, string>> = {
  up: "A",
  down: "B",
  right: "C",
  left: "D",
  end: "F",
  home: "H",
  f1: "P",
  f2: "Q",
  f3: "R",
  f4: "S",
};

const numberOfKey: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageup: 5,
  pagedown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};

const bytesOfKey: Readonly<Record<string, string>> = {
  enter: "\r",
  esc: "\u001b",
  tab: "\t",
  space: " ",
  backspace: "\u007f",
};

/**
 * Returns the bytes that xterm sends for a key written as in a key table: `a`, `G`, `ctrl+d`, `shift+tab`,
 * `alt+enter`, `ctrl+left`, `pagedown`.
 * Throws for a key that a keyboard cannot send this way.
 */
export function bytesOf(key: string, applicationCursorKeys = false): string {
  const match = /^(ctrl\+)?(alt\+)?(shift\+)?(.+)$/su.exec(key);
  const name = match?.[4] ?? "";
  const [ctrl, alt, shift] = [match?.[1], match?.[2], match?.[3]].map((modifier) => modifier !== undefined);
  const modifiers = 1 + (shift ? 1 : 0) + (alt ? 2 : 0) + (ctrl ? 4 : 0);

  const letter = letterOfKey[name];
  if (letter !== undefined) {
    if (modifiers > 1) return `\u001b[1;${modifiers}${letter}`;
    return `\u001b${/^f\d$/u.test(name) || applicationCursorKeys ? "O" : "["}${letter}`;
  }
  const number = numberOfKey[name];
  if (number !== undefined) return `\u001b[${number}${modifiers > 1 ? `;${modifiers}` : ""}~`;
  if (key === "shift+tab") return "\u001b[Z";

  const prefix = alt ? "\u001b" : "";
  const named = bytesOfKey[name];
  if (ctrl && name === "space") return `${prefix}\u0000`;
  if (ctrl && /^[a-z\\\]^_]$/u.test(name)) return prefix + String.fromCharCode(name.charCodeAt(0) & 0x1f);
  if (ctrl || shift || (named === undefined && Array.from(name).length !== 1))
    throw new TypeError(`no terminal sends the key ${JSON.stringify(key)}`);
  return prefix + (named ?? name);
}
