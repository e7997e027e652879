import { checkReading, type CheckOptions } from "./check-document.ts";
import { decodePolicy } from "./read/decode.ts";
import { readPolicyLazily } from "./read/read-policy-lazily.ts";
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
