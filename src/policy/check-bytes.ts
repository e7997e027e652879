import { checkReading, type CheckOptions } from "./check-document.ts";
import { decodePolicy } from "./read/decode.ts";
import { readPolicyLazily } from "./read/read-policy-lazily.ts";
import type { CheckedText } from "./report/checked-text.ts";

/** Checks what stands in a file. As `checkPolicy`, but what reads YAML is loaded with the first text that needs it. */
export async function checkBytes(bytes: Uint8Array, options: CheckOptions = {}): Promise<CheckedText> {
  const decoded = decodePolicy(bytes);
  const reading = decoded.ok ? await readPolicyLazily(decoded.text, options.file ?? null) : decoded;
  return { check: checkReading(reading, options), text: decoded.text };
}
