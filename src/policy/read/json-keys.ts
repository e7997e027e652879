/**
 * How many keys stand in a text that `JSON.parse` took, those written twice counted twice: the colons behind a quote. A colon in a
 * string can look like one (`"\":"`), so there may be fewer, never more. Looking at every character costs three times as much.
 */
export function mostKeysWritten(text: string): number {
  let keys = 0;
  for (let colon = text.indexOf(":"); colon !== -1; colon = text.indexOf(":", colon + 1)) {
    let before = colon - 1;
    while (isSpace(text.charCodeAt(before))) before--;
    if (text.charCodeAt(before) === 0x22) keys++;
  }
  return keys;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/**
 * The keys of a value and of all values in it.
 * @returns null when objects and lists go more than `depth` deep, or a key is `__proto__`
 */
export function countKeys(value: unknown, depth: number): number | null {
  if (typeof value !== "object" || value === null) return 0;
  if (depth === 0) return null;
  let keys = 0;
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      const inside = countKeys(item, depth - 1);
      if (inside === null) return null;
      keys += inside;
    }
    return keys;
  }
  for (const key in value) {
    const inside = key === "__proto__" ? null : countKeys(value[key as never], depth - 1);
    if (inside === null) return null;
    keys += 1 + inside;
  }
  return keys;
}
