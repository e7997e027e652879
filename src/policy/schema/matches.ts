/**
 * Whether a text matches a pattern of the schema. One of megabytes, on which the expression overflows its stack, matches none: the
 * patterns are for texts of a few characters.
 */
export function matches(pattern: RegExp, text: string): boolean {
  try {
    return pattern.test(text);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
