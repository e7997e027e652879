/**
 * Returns a value as a filter writes it after a key: in quotes if it is empty, begins with an operator, or has white space,
 * a bar, a parenthesis, a quote or a backslash. A `*` matches any text also in quotes.
 */
export function filterValue(value: string): string {
  return value === "" || /[\s|"\\()]|^[!=<>≠]/.test(value)
    ? `"${value.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    : value;
}
