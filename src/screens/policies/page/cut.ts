/** Maximum characters; the file contains the full text. */
const maxCharacters = 2_000;

/** Truncates a text, which may be as long as its file. */
export function cut(text: string): string;
export function cut(text: string | null): string | null;
export function cut(text: string | null): string | null {
  return text === null || text.length <= maxCharacters ? text : `${text.slice(0, maxCharacters)}…`;
}
