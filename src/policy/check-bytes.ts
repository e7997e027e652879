import { type CheckOptions, checkReading } from "./check-document.ts";
import type { Reading } from "./document.ts";
import { decodePolicy } from "./read/decode.ts";
import { policyFormat } from "./read/format.ts";
import { readJson } from "./read/read-json.ts";
import type { CheckedText } from "./report/checked-text.ts";

/** Checks the bytes of a file like `checkPolicy`, but loads the YAML reader only for the first YAML text. */
export async function checkBytes(bytes: Uint8Array, options: CheckOptions = {}): Promise<CheckedText> {
  const decoded = decodePolicy(bytes);
  if (decoded.ok) return checkDecoded(decoded.text, options);
  return { check: checkReading(decoded, options), text: decoded.text };
}

/** Checks a text that was decoded from UTF-8. */
export async function checkDecoded(text: string, options: CheckOptions = {}): Promise<CheckedText> {
  return { check: checkReading(await readPolicyLazily(text, options.file ?? null), options), text };
}

/** Kept after the first YAML text: even a repeated import() takes longer than reading a small file. */
let readYaml: ((text: string, isWellFormed: boolean) => Reading) | null = null;

/**
 * Reads a text decoded from UTF-8, like `readPolicy`, but loads the YAML reader only for the first YAML text.
 */
async function readPolicyLazily(text: string, file: string | null): Promise<Reading> {
  if (policyFormat(text, file) === "json") return readJson(text, true);
  readYaml ??= (await import("./read/read-yaml.ts")).readYaml;
  return readYaml(text, true);
}
