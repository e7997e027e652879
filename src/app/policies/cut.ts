/** So much of a text is shown; all of it is in the file. */
const most = 2_000;

/** The beginning of a text that a document may have made as long as a file can be. */
export function cut(text: string): string;
export function cut(text: string | null): string | null;
export function cut(text: string | null): string | null {
  return text === null || text.length <= most ? text : `${text.slice(0, most)}…`;
}
