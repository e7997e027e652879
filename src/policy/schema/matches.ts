/** The patterns are for texts of a few characters; on megabytes of digits an expression overflows its stack. */
const longestMatch = 100_000;

/** Whether a text matches a pattern of the schema. A longer one than `longestMatch` UTF-16 units matches none. */
export function matches(pattern: RegExp, text: string): boolean {
  return text.length <= longestMatch && pattern.test(text);
}
