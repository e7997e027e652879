import type { Reading } from "../document.ts";
import { countKeys, mostKeysWritten } from "./json-keys.ts";
import { jsonTree } from "./json-tree.ts";
import { maxDepth } from "./limits.ts";
import { type Fault, parseFinding } from "./parse-finding.ts";
import { lazyPlaces } from "./place-tree.ts";
import { textFault } from "./text-fault.ts";
import { Unreadable } from "./unreadable.ts";

/**
 * Reads a JSON text, with or without a byte order mark. Never throws: what cannot be read is one finding, where it breaks off.
 * A right text costs little more than `JSON.parse`; places are worked out when one is asked for.
 *
 * @param isWellFormed it is known that no half of a surrogate pair stands in it, since it was UTF-8
 */
export function readJson(source: string, isWellFormed = false): Reading {
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
 * Whether something may be wrong that `JSON.parse` takes: a key twice or called `__proto__`, too much depth, half a surrogate pair by
 * its number.
 */
function isSuspect(text: string, value: unknown): boolean {
  if (text.includes("\\") && /\\u[dD]/.test(text)) return true;
  return countKeys(value, maxDepth) !== mostKeysWritten(text);
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
