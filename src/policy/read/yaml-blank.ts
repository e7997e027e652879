/** The offset behind white space and comments. A loop: a regular expression overflows its stack on megabytes of them. */
export function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (isSpace(text.charCodeAt(at))) at++;
    else if (text[at] === "#" && (at === 0 || isSpace(text.charCodeAt(at - 1)))) at = lineEnd(text, at);
    else break;
  }
  return at;
}

/** Space, tab, line ends, byte order mark. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 0x0a && text.charCodeAt(at) !== 0x0d) at++;
  return at;
}
