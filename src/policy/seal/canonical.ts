import { maxMarks, pileOfMarks } from "../characters/piled-marks.ts";
import { childPointer } from "../json-pointer.ts";
import { NoCanonicalFormError } from "./errors.ts";

/**
 * Returns the canonical text of a JSON value: strings and keys in Unicode NFC, keys sorted by UTF-16 code
 * units, numbers and escapes as in ECMAScript, no white space (RFC 8785, sections 3.2.2 and 3.2.3, plus NFC).
 * Hashes cover its UTF-8 bytes.
 * @throws {NoCanonicalFormError} a value is not JSON, has a lone surrogate or more than `maxMarks` combining
 * marks in a row, or two keys are equal in NFC
 */
export function canonicalJson(value: unknown): string {
  return write(value, "");
}

/** Returns the canonical text of the value at a JSON Pointer. */
function write(value: unknown, path: string): string {
  switch (typeof value) {
    case "string":
      return JSON.stringify(normalized(value, path));
    case "number":
      if (Number.isFinite(value)) return JSON.stringify(value);
      throw refusal(path, `${value} is not a JSON number`);
    case "boolean":
      return String(value);
    case "object":
      if (value === null) return "null";
      if (Array.isArray(value)) {
        return `[${value.map((item, index) => write(item, childPointer(path, index))).join(",")}]`;
      }
      return writeObject(value, path);
    default:
      throw refusal(path, `a ${typeof value} is not a JSON value`);
  }
}

function writeObject(object: object, path: string): string {
  const prototype: unknown = Object.getPrototypeOf(object);
  if (prototype !== null && prototype !== Object.prototype) {
    throw refusal(path, "an instance of a class is not a JSON value");
  }
  const written = new Map<string, string>();
  for (const [name, item] of Object.entries(object)) {
    const itemPath = childPointer(path, name);
    const key = normalized(name, itemPath);
    if (written.has(key)) throw refusal(itemPath, "another key is the same in Unicode NFC");
    written.set(key, `${JSON.stringify(key)}:${write(item, itemPath)}`);
  }
  // `sort` compares UTF-16 code units by default, as the RFC requires.
  return `{${[...written.keys()]
    .sort()
    .map((key) => written.get(key))
    .join(",")}}`;
}

function normalized(text: string, path: string): string {
  if (!text.isWellFormed()) throw refusal(path, "it has a lone surrogate");
  if (pileOfMarks(text) !== null) throw refusal(path, `more than ${maxMarks} combining marks in a row`);
  return text.normalize("NFC");
}

function refusal(path: string, why: string) {
  return new NoCanonicalFormError({
    what: `the value at "${path}" has no canonical form`,
    why,
    hint: "Correct it, then seal",
  });
}
