/** Joins the lines of a text with spaces and drops the final line end, which a folded block in YAML adds. */
export function flowed(text: string): string {
  return text.trimEnd().replaceAll(/[^\S\r\n]*[\r\n]\s*/g, " ");
}
