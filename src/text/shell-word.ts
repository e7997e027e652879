/** A text as one word of a POSIX shell: quoted only where it has to be. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** A command as one would type it in a POSIX shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
