import { checkReading, type CheckOptions, type PolicyCheck } from "./check-document.ts";
import type { PolicyFormat } from "./read/format.ts";
import { readPolicy } from "./read/read-policy.ts";

/**
 * Checks a policy: reads the text (YAML or JSON, by `file`'s ending, else by how it begins), holds it against the schema and, if that
 * accepts it, against the rules across fields. Never throws: whatever is wrong is a finding.
 */
export function checkPolicy(
  text: string,
  options: CheckOptions & { readonly format?: PolicyFormat } = {},
): PolicyCheck {
  return checkReading(readPolicy(text, options), options);
}
