import { readFileHead, readTextWithin } from "../files/read-file.ts";
import { maxBytes } from "../policy/read/fault.ts";
import { besideKind } from "./beside-policy.ts";

/**
 * Returns the kind of a file that has the extension of a policy and is none, by its name or, for a JSON Schema, its
 * content: `a proposal`. Returns null for any other file.
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
    return namesSchema(head) && isSchemaText(readTextWithin(path, maxBytes));
  } catch {
    // The check of the file reports the reason.
    return false;
  }
}

/** Returns true for the content of such a file. */
export function isSchemaText(text: string): boolean {
  try {
    const value: unknown = namesSchema(text.slice(0, headBytes)) ? JSON.parse(text) : null;
    return typeof value === "object" && value !== null && !("regulatory_clauses" in value);
  } catch {
    return false;
  }
}

function namesSchema(head: string): boolean {
  return /"\$schema"\s*:\s*"https?:\/\/json-schema\.org\//.test(head);
}
