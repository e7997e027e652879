import { type CheckOptions, checkReading } from "./check-document.ts";
import type { Reading } from "./document.ts";
import { decodePolicy } from "./read/decode.ts";
import { policyFormat } from "./read/format.ts";
import { readJson } from "./read/read-json.ts";
import type { CheckedText } from "./report/checked-text.ts";

/** Checks what stands in a file. As `checkPolicy`, but what reads YAML is loaded with the first text that needs it. */
export async function checkBytes(bytes: Uint8Array, options: CheckOptions = {}): Promise<CheckedText> {
  const decoded = decodePolicy(bytes);
  if (decoded.ok) return checkDecoded(decoded.text, options);
  return { check: checkReading(decoded, options), text: decoded.text };
}

/** The same of a text that was UTF-8. */
export async function checkDecoded(text: string, options: CheckOptions = {}): Promise<CheckedText> {
  return { check: checkReading(await readPolicyLazily(text, options.file ?? null), options), text };
}

/** Once a text needed it: asking for a module again costs more than reading a small file. */
let readYaml: ((text: string, isWellFormed: boolean) => Reading) | null = null;

/** As `readPolicy`, of a text that was UTF-8; what reads YAML is loaded with the first text that needs it. */
async function readPolicyLazily(text: string, file: string | null): Promise<Reading> {
  if (policyFormat(text, file) === "json") return readJson(text, true);
  readYaml ??= (await import("./read/read-yaml.ts")).readYaml;
  return readYaml(text, true);
}
