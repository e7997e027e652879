/** Quotes a text as one word of a POSIX shell, if needed. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Joins words into a command line of a POSIX shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}
