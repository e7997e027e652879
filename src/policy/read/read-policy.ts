import { policyFormat, type PolicyFormat } from "./format.ts";
import type { PlacedReading } from "./place-tree.ts";
import { readJson } from "./read-json.ts";
import { readYaml } from "./read-yaml.ts";

/**
 * Reads a policy in either format. `readJson` alone starts faster: it does not load the YAML parser.
 * @param options.file file name; its extension determines the format
 * @param options.format format for any extension
 */
export function readPolicy(
  text: string,
  options: { readonly file?: string | null; readonly format?: PolicyFormat } = {},
): PlacedReading {
  const format = options.format ?? policyFormat(text, options.file ?? null);
  return format === "json" ? readJson(text) : readYaml(text);
}
