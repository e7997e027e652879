import type { Reading } from "../document.ts";
import { policyFormat } from "./format.ts";
import { readJson } from "./read-json.ts";

/** Once a text needed it: asking for a module again costs more than reading a small file. */
let readYaml: ((text: string, isWellFormed: boolean) => Reading) | null = null;

/** As `readPolicy`, of a text that was UTF-8; what reads YAML is loaded with the first text that needs it. */
export async function readPolicyLazily(text: string, file: string | null): Promise<Reading> {
  if (policyFormat(text, file) === "json") return readJson(text, true);
  readYaml ??= (await import("./read-yaml.ts")).readYaml;
  return readYaml(text, true);
}
