/**
 * Returns a value as a filter writes it after a key: in quotes if it has white space, a bar, a quote or a backslash, or
 * is empty. A `*` matches any text also in quotes.
 */
export function filterValue(value: string): string {
  return value === "" || /[\s|"\\]/.test(value) ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"` : value;
}
