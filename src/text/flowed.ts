/**
 * Joins the lines of a text with spaces, and drops its last line end: the text of a folded block in YAML ends with one,
 * which is no part of what a reader sees.
 */
export function flowed(text: string): string {
  return text.trimEnd().replaceAll(/[^\S\r\n]*[\r\n]\s*/g, " ");
}
