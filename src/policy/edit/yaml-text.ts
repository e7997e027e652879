import { plainValue } from "../read/yaml-scalar.ts";

/** Text that needs no quotes anywhere in YAML, in flow style too. Narrower than it has to be: quotes are never wrong. */
const plain = /^[\p{L}\p{N}(§](?:[\p{L}\p{N} ._/()§&+;’–—-]*[\p{L}\p{N}._/()§%])?$/u;

/** What YAML 1.1 makes dates and booleans of; other programs will read the file too. */
const otherInYaml11 = /^(?:\d{4}-\d{1,2}-\d{1,2}.*|y|n|yes|no|on|off|true|false|null|0[\d_]+|[\d_]+)$/i;

/** A value as YAML has it, in the quotes that `old`, what it takes the place of, stands in; in none where it needs none. */
export function yamlScalar(value: string | number | boolean, old: string): string {
  if (typeof value !== "string") return String(value);
  if (old.startsWith("'") && /^[^\p{C}]*$/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  const needsNone = plain.test(value) && !otherInYaml11.test(value) && plainValue(value) === value;
  return needsNone && !old.startsWith('"') ? value : JSON.stringify(value);
}
