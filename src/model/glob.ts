function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * A test whether a whole name matches a pattern in which `*` stands for any run of characters, none too. All else stands for itself;
 * only the case of ASCII letters is ignored, as in SQLite's LIKE. Time is linear in the name for each star, whatever the pattern.
 */
export function globToPredicate(pattern: string): (name: string) => boolean {
  const [head = "", ...rest] = foldAscii(pattern).split("*");
  const tail = rest.pop();
  if (tail === undefined) return (name) => foldAscii(name) === head;
  return (name) => {
    const folded = foldAscii(name);
    if (folded.length < head.length + tail.length || !folded.startsWith(head) || !folded.endsWith(tail)) {
      return false;
    }
    const end = folded.length - tail.length;
    let at = head.length;
    for (const part of rest) {
      const found = folded.indexOf(part, at);
      if (found === -1 || found + part.length > end) return false;
      at = found + part.length;
    }
    return true;
  };
}
