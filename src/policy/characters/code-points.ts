/** Formats the code point of a text's first character: `U+202E`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}

/** Converts an offset in UTF-16 units to a character number, from 1; a surrogate pair is one character. */
export function characterNumber(text: string, index: number): number {
  let number = 1;
  for (let at = 0; at < index; at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1) number++;
  return number;
}
