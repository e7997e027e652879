import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { dump, load } from "js-yaml";
import { verticals } from "../src/policy/policy.ts";
import type { TestPolicy } from "../test/support/policy/valid-policy.ts";

const fixtures = verticals.map((vertical) =>
  readFileSync(new URL(`../fixtures/policies/${vertical}.yaml`, import.meta.url), "utf8"),
);

/**
 * Writes policies into a directory: the ten shipped ones repeatedly, in YAML with their comments. Of twenty,
 * three have a warning of a rule, two an error of the schema and one an error of a rule. All are readable,
 * because the other programs stop at the first unreadable file.
 */
export function writePolicies(folder: string, format: "json" | "yaml", count: number): void {
  const texts = fixtures.flatMap((yaml) =>
    Array.from({ length: 20 }, (_, turn) => policyText(yaml, format, turn)),
  );
  for (let index = 0; index < count; index += 1) {
    // Each policy takes effect on another day, so that no two are equal.
    const day = `20${20 + (index % 6)}-${twoDigits(1 + (index % 12))}-${twoDigits(1 + (index % 28))}`;
    const text = (texts[index % texts.length] ?? "").replace(/\d{4}-\d\d-\d\d/, day);
    writeFileSync(join(folder, `${index}.${format}`), text);
  }
}

function policyText(yaml: string, format: "json" | "yaml", turn: number): string {
  if (turn >= 3 && turn < 17) return format === "yaml" ? yaml : json(load(yaml));
  const policy = load(yaml) as TestPolicy;
  disturb(policy, turn);
  return format === "yaml" ? dump(policy) : json(policy);
}

function disturb(policy: TestPolicy, turn: number): void {
  const [clause] = policy.regulatory_clauses;
  const [mapping] = clause?.lambda_axes ?? [];
  if (turn === 0) policy.schema_version = "1.2.0";
  if (turn === 1) policy.compliance_thresholds.receipt_retention_days = 99_999;
  if (turn === 2) policy.receipt_chain.nodes[0] = policy.receipt_chain.nodes[1] ?? "";
  if (mapping !== undefined && turn === 17) mapping.weight = 85;
  if (mapping !== undefined && turn === 18)
    mapping.label = mapping.label === "Fairness" ? "Safety" : "Fairness";
  if (turn === 19) policy.regulatory_clauses.splice(3);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
