// Writes fixtures/policies-invalid: one policy for each constraint of the schema, each rule and each way a text cannot be read. What is
// expected of a file stands in its first lines, or, where it can have no comment, in a file `.expect` beside it.
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { brokenRules } from "./invalid-policies/broken-rules.ts";
import type { InvalidPolicy } from "./invalid-policies/invalid-policy.ts";
import { schemaViolations } from "./invalid-policies/schema-violations.ts";
import { unreadableTexts } from "./invalid-policies/unreadable-texts.ts";

export const invalidPoliciesFolder = new URL("../fixtures/policies-invalid/", import.meta.url);

/** All of them. */
export function invalidPolicies(): readonly InvalidPolicy[] {
  return [...schemaViolations(), ...brokenRules(), ...unreadableTexts()];
}

function write(): void {
  rmSync(invalidPoliciesFolder, { recursive: true, force: true });
  mkdirSync(invalidPoliciesFolder);
  for (const { name, content, expected } of invalidPolicies()) {
    writeFileSync(new URL(name, invalidPoliciesFolder), content);
    if (!name.endsWith(".json")) continue;
    const lines = expected.map((line) => `expect: ${line}\n`).join("");
    writeFileSync(new URL(`${name}.expect`, invalidPoliciesFolder), lines);
  }
}

if (import.meta.main) write();
