/** The length of a text as JSON Schema counts it: in code points, a lone surrogate as one. */
function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index++) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00) continue;
    if ((text.charCodeAt(index - 1) & 0xfc00) === 0xd800) length--;
  }
  return length;
}

/** Whether a text has fewer code points than `limit`. Most texts need not be counted: a code point is one or two UTF-16 units. */
export function isShorter(text: string, limit: number): boolean {
  if (text.length >= 2 * limit) return false;
  return text.length < limit || codePointLength(text) < limit;
}

/** Whether a text has more code points than `limit`. */
export function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return text.length > 2 * limit || codePointLength(text) > limit;
}
