import type { Reading } from "../document.ts";
import { policyFormat, type PolicyFormat } from "./format.ts";
import { readJson } from "./read-json.ts";
import { readYaml } from "./read-yaml.ts";

/**
 * Reads a policy in either format. What only reads JSON takes `readJson`, and starts sooner: YAML's parser is not loaded then.
 *
 * @param options.file its name, which tells the format
 * @param options.format tells it outright
 */
export function readPolicy(
  text: string,
  options: { readonly file?: string | null; readonly format?: PolicyFormat } = {},
): Reading {
  const format = options.format ?? policyFormat(text, options.file ?? null);
  return format === "json" ? readJson(text) : readYaml(text);
}
