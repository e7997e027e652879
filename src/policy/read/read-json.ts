import { type Fault, Unreadable, maxDepth, parseFinding, textFault } from "./fault.ts";
import { jsonTree } from "./json-tree.ts";
import { lazyPlaces, type PlacedReading } from "./place-tree.ts";

/**
 * Reads a JSON text, with or without a byte order mark. Never throws: a fault is one finding. A valid text
 * takes little longer than with `JSON.parse`; places are computed on demand.
 * @param isWellFormed true if the text was decoded from UTF-8 and thus has no lone surrogate
 */
export function readJson(source: string, isWellFormed = false): PlacedReading {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  const fault = textFault(text, isWellFormed);
  if (fault !== null) return { ok: false, finding: parseFinding(text, fault) };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { ok: false, finding: parseFinding(text, syntaxFault(text)) };
  }
  const mayHavePrototypeKey = isSuspect(text, value);
  if (mayHavePrototypeKey) {
    const hidden = faultOf(text);
    if (hidden !== null) return { ok: false, finding: parseFinding(text, hidden) };
  }
  return {
    ok: true,
    document: { text, format: "json", value, mayHavePrototypeKey, ...lazyPlaces(text, () => jsonTree(text)) },
  };
}

/**
 * Returns true if `JSON.parse` might silently accept an error: a repeated key, `__proto__`, too much depth, an
 * escaped lone surrogate.
 */
function isSuspect(text: string, value: unknown): boolean {
  if (text.includes("\\") && /\\u[dD]/.test(text)) return true;
  return countKeys(value, maxDepth) !== maxKeysWritten(text);
}

function faultOf(text: string): Fault | null {
  try {
    jsonTree(text);
    return null;
  } catch (error) {
    if (error instanceof Unreadable) return error.fault;
    throw error;
  }
}

function syntaxFault(text: string): Fault {
  return faultOf(text) ?? { start: 0, end: 0, message: "this is not JSON", hint: null };
}

/**
 * Returns an upper bound of the number of keys, including repeated ones: the number of colons after a quote. Also
 * counts a colon in a string (`"\":"`). Scanning every character would take three times as long.
 */
function maxKeysWritten(text: string): number {
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
 * Counts the keys of a value and of the values in it. @returns null if the nesting exceeds `depth`, or a key
 * is `__proto__`
 */
function countKeys(value: unknown, depth: number): number | null {
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
