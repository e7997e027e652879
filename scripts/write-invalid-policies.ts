// Writes fixtures/policies-invalid: a policy for each constraint of the schema and each rule, and unreadable
// texts.
import { Buffer } from "node:buffer";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { load } from "js-yaml";
import { invalidPolicies } from "./invalid-policies/all-cases.ts";
import { basePolicy } from "./invalid-policies/base-policy.ts";
import { edited, type Expectation } from "./invalid-policies/invalid-policy.ts";

export const invalidPolicyFolder = new URL("../fixtures/policies-invalid/", import.meta.url);

/** Name of the file with the expected findings of each policy; most policies have one. */
export const expectationsName = "expected.json";

/** Row of `expected.json`. Lines and columns count from 1, columns in UTF-16 units. */
export interface ExpectedFinding extends Expectation {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

export interface WrittenFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Returns every file of the directory, and the expected findings. */
export function invalidPolicyFiles(): {
  readonly files: readonly WrittenFile[];
  readonly expected: readonly ExpectedFinding[];
} {
  const baseJson = `${JSON.stringify(load(basePolicy), null, 2)}\n`;
  const policies = invalidPolicies.map(({ file, edits, expected, encode = Buffer.from }) => {
    const { text, line, column } = edited(file.endsWith(".json") ? baseJson : basePolicy, edits);
    const rows = expected.map((expectation) => ({ file, ...expectation, line, column }));
    return { name: file, bytes: encode(text), rows };
  });
  const expected = policies.flatMap(({ rows }) => rows);
  const table = `[\n${expected.map((row) => `  ${JSON.stringify(row)}`).join(",\n")}\n]\n`;
  return { files: [...policies, { name: expectationsName, bytes: Buffer.from(table) }], expected };
}

if (import.meta.main) {
  rmSync(invalidPolicyFolder, { recursive: true, force: true });
  mkdirSync(invalidPolicyFolder, { recursive: true });
  for (const { name, bytes } of invalidPolicyFiles().files) {
    writeFileSync(new URL(name, invalidPolicyFolder), bytes);
  }
}
