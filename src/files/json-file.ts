import { readTextWithin } from "./read-file.ts";
import { ownerOnly, writeFileAtomic } from "./write-file-atomic.ts";

/**
 * Reads a JSON file.
 * @param parse converts the JSON; returns null for another kind of file
 * @returns undefined without a file, null if it is damaged
 * @throws {Error} the path is not a file, or cannot be read
 */
export function readJsonFile<T>(path: string, parse: (json: unknown) => T | null): T | null | undefined {
  let text: string;
  try {
    text = readTextWithin(path);
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && missing.has(error.code);
    if (isMissing) return undefined;
    throw error;
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return null;
  }
  return parse(json);
}

/** System error codes for a missing file or directory. */
const missing: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR"]);

/** Replaces a JSON file atomically. Only its owner can read it. @throws the file system's error */
export function writeJsonFile(path: string, value: unknown): void {
  writeFileAtomic(path, `${JSON.stringify(value, null, 2)}\n`, ownerOnly);
}

/** Returns true for an object of JSON, not an array. */
export function isJsonObject(json: unknown): json is Readonly<Record<string, unknown>> {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}

/** Returns an object if all its values have a type, otherwise null. */
export function recordOf<T>(
  json: unknown,
  isOne: (one: unknown) => one is T,
): Readonly<Record<string, T>> | null {
  if (!isJsonObject(json)) return null;
  const all = Object.entries(json).flatMap(([name, one]) => (isOne(one) ? [[name, one] as const] : []));
  return all.length === Object.keys(json).length ? Object.fromEntries(all) : null;
}

export function isText(json: unknown): json is string {
  return typeof json === "string";
}
