/** The length of a text as JSON Schema counts it: in code points, a lone surrogate as one. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = text.length - 1; index > 0; index--) {
    if ((text.charCodeAt(index) & 0xfc00) !== 0xdc00) continue;
    if ((text.charCodeAt(index - 1) & 0xfc00) !== 0xd800) continue;
    length--;
    index--;
  }
  return length;
}
