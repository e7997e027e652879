import { shellWord } from "../text/shell-word.ts";

/**
 * Quotes bytes, one per character, as one word of a POSIX shell. Bytes other than printable ASCII are written
 * as octal numbers for `printf`, because a pasted control character acts on the terminal.
 */
export function shellBytes(latin1: string): string {
  if (/^[ -~]*$/.test(latin1)) return shellWord(latin1);
  const format = latin1
    .replaceAll("\\", "\\\\")
    .replaceAll("%", "%%")
    .replaceAll(/[^ -~]|'/g, (byte) => `\\${byte.charCodeAt(0).toString(8).padStart(3, "0")}`);
  return `"$(printf '${format}')"`;
}
