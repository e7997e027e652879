function foldAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Returns a predicate that matches whole names against a pattern. `*` matches any run of characters, including none;
 * ASCII case is ignored, as in SQLite's LIKE. Takes linear time per star.
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
