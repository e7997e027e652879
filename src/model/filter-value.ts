/**
 * Formats a value for a filter key. Quotes it if it is empty, begins with an operator, or contains white space, a
 * bar, a parenthesis, a quote or a backslash. `*` stays a wildcard in quotes.
 */
export function filterValue(value: string): string {
  return value === "" || /[\s|"\\()]|^[!=<>≠]/.test(value)
    ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    : value;
}
