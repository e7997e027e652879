import { checkReading, type CheckOptions, type PolicyCheck } from "./check-document.ts";
import type { PolicyFormat } from "./read/format.ts";
import { readPolicy } from "./read/read-policy.ts";

/**
 * Checks a policy: reads the text (as YAML or JSON, by `format`, else by the extension of `file`, else by its
 * beginning), validates it against the schema and, if it matches, checks the rules across fields. Never
 * throws: every problem is a finding.
 */
export function checkPolicy(
  text: string,
  options: CheckOptions & { readonly format?: PolicyFormat } = {},
): PolicyCheck {
  return checkReading(readPolicy(text, options), options);
}
