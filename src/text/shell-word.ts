/** Quotes a text as one word of a POSIX shell, if needed. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Joins words into a command line of a POSIX shell. */
export function shellLine(words: readonly string[]): string {
  return words.map(shellWord).join(" ");
}

const word = /(?:[^\s'"\\]|'[^']*'|"(?:[^"\\]|\\.)*"|\\.)+/gs;
const quoted = /'([^']*)'|"((?:[^"\\]|\\.)*)"|\\(.)/gs;

/**
 * Splits a command line into words as a POSIX shell does: quotes and backslashes, no variables or patterns.
 * Returns null if a quote is not closed, or a backslash is last.
 */
export function splitShellLine(line: string): readonly string[] | null {
  if (line.replace(word, "").trim() !== "") return null;
  return [...line.matchAll(word)].map(([written]) =>
    written.replace(
      quoted,
      (_, single?: string, double?: string, escaped?: string) =>
        single ?? double?.replace(/\\([$`"\\])/g, "$1") ?? escaped ?? "",
    ),
  );
}
