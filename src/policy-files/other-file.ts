import { readFileHead, readTextWithin } from "../files/read-file.ts";
import { maxBytes } from "../policy/read/fault.ts";
import { besideKind } from "./beside-policy.ts";

/**
 * Returns what a file is that may end like a policy and is not one, by its name or, for a JSON Schema, its content: `a
 * proposal`. Returns null for any other file.
 */
export function otherKind(path: string): string | null {
  return besideKind(path) ?? (isJsonSchema(path) ? "a JSON Schema" : null);
}

/** Bytes at the beginning of a schema that contain its `$schema`. */
const headBytes = 1_000;

/** Returns true for a file in JSON that names itself a JSON Schema and has no clauses. */
export function isJsonSchema(path: string): boolean {
  // A pipe of the shell can be read only once.
  if (!/\.json$/i.test(path)) return false;
  try {
    const head = readFileHead(path, headBytes).toString("latin1");
    if (!/"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//.test(head)) return false;
    const value: unknown = JSON.parse(readTextWithin(path, maxBytes));
    return typeof value === "object" && value !== null && !("regulatory_clauses" in value);
  } catch {
    // The check of the file reports why it cannot be read.
    return false;
  }
}
