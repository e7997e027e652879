import { readTextWithin } from "../files/read-file.ts";
import { maxBytes } from "../policy/read/fault.ts";
import { besideKind } from "./beside-policy.ts";

/**
 * Returns what a file is that may end like a policy and is not one, by its name or, for a JSON Schema, its content: `a
 * proposal`. Returns null for any other file.
 */
export function otherKind(path: string): string | null {
  return besideKind(path) ?? (isJsonSchema(path) ? "a JSON Schema" : null);
}

/** Returns true for a file in JSON that names itself a JSON Schema and has no clauses. */
export function isJsonSchema(path: string): boolean {
  if (!/\.json$/i.test(path)) return false;
  try {
    const text = readTextWithin(path, maxBytes);
    if (!/"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//.test(text.slice(0, 1_000))) return false;
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !("regulatory_clauses" in value);
  } catch {
    // The check of the file reports why it cannot be read.
    return false;
  }
}
