import { shellWord } from "../text/shell-word.ts";

/**
 * Quotes bytes, one per character, as one word of a POSIX shell. Writes other bytes than printable ASCII as octal
 * numbers for `printf`, because a pasted control character acts on the terminal.
 */
export function shellBytes(latin1: string): string {
  if (/^[ -~]*$/.test(latin1)) return shellWord(latin1);
  const format = latin1
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")
    .replaceAll(/[^ -~]|'/gu, octal);
  return `"$(printf '${format}')"`;
}

/** Writes a byte as an octal number. An imported log can contain other characters, encoded as UTF-8. */
function octal(character: string): string {
  const bytes = Buffer.from(character, character > "\u00ff" ? "utf8" : "latin1");
  return Array.from(bytes, (byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
