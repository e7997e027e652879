import { describe, expect, test } from "vitest";
import { checkPolicy } from "../../../../src/policy/check.ts";
import { applyEdits } from "../../../../src/policy/edit/apply-edits.ts";
import type { Finding, Fix } from "../../../../src/policy/finding.ts";
import { readPolicy } from "../../../../src/policy/read/read-policy.ts";
import { readDocument } from "../../../support/policy/readings.ts";
import { schemaCases } from "../../../support/policy/schema-cases.ts";
import { testNowMs as nowMs, toJson, toYaml, validPolicy } from "../../../support/policy/valid-policy.ts";

const isThere = (finding: Finding, findings: readonly Finding[]) =>
  findings.some(
    ({ path, keyword, rule, message }) =>
      path === finding.path &&
      keyword === finding.keyword &&
      rule === finding.rule &&
      message === finding.message,
  );

/** Lines of the one text, each as often as it stands there, that the other has not. */
function lost(one: string, other: string): readonly string[] {
  const rest = other.split("\n");
  return one.split("\n").filter((line) => {
    const index = rest.indexOf(line);
    if (index !== -1) rest.splice(index, 1);
    return index === -1;
  });
}

/** The lines of what a fix is about: all of it goes with what is removed. */
function linesOf(text: string, format: "yaml" | "json", { edits: [edit] }: Fix): number {
  const document = readDocument(readPolicy(text, { format }));
  const [key, value] = [document.keyPlace(edit?.path ?? ""), document.valuePlace(edit?.path ?? "")];
  if (value === null) return 1;
  return value.endLine - ((edit?.kind === "remove" ? key : null) ?? value).line + 1;
}

describe.each([
  ["YAML", "yaml" as const, toYaml],
  ["JSON", "json" as const, toJson],
])("every fix that is offered, in %s", (_, format, write) => {
  const offered = schemaCases().flatMap(({ name, document }) => {
    const text = write(document);
    const { findings } = checkPolicy(text, { format, nowMs });
    return findings.flatMap((finding) =>
      finding.fix === null ? [] : [{ name, text, finding, fix: finding.fix }],
    );
  });

  test("is one of many kinds", () => {
    const kinds = new Set(
      offered.map(({ finding, fix }) => `${finding.keyword ?? finding.rule} ${fix.edits[0]?.kind}`),
    );
    expect(offered.length).toBeGreaterThan(100);
    expect(kinds.size).toBeGreaterThan(5);
  });

  test("makes its finding go away, and leaves all other lines as they are", () => {
    for (const { name, text, finding, fix } of offered) {
      const edited = applyEdits(text, fix.edits, format);
      const after = edited.ok ? edited.text : `${edited.why}`;
      expect(isThere(finding, checkPolicy(after, { format, nowMs }).findings), name).toBe(false);
      // In JSON what stands last has no comma, so that removing it changes the line before; of the only one the braces close up.
      expect(lost(text, after).length, name).toBeLessThanOrEqual(
        linesOf(text, format, fix) + (format === "json" ? 2 : 0),
      );
      expect(lost(after, text).length, name).toBeLessThanOrEqual(1);
    }
  });
});

test("safe fixes alone correct all unambiguous faults", () => {
  const { vertical, ...rest } = validPolicy();
  const wrong = { ...rest, Vertical: vertical, effective_date: "2025/7/1", schema_version: "v1.0" };
  let text = toYaml({
    ...wrong,
    meta: { ...wrong.meta, receipt_chain_required: "yes", merkle_root_algorithm: "sha3 256" },
    receipt_chain: { ...wrong.receipt_chain, quorum: "3 of 5" },
    compliance_thresholds: { ...wrong.compliance_thresholds, mandatory_axes: ["λ3", "Λ6", "L7", "Λ6"] },
  });
  const safe = () => checkPolicy(text, { nowMs }).findings.find(({ fix }) => fix?.safe === true)?.fix;
  for (let fix = safe(); fix !== null && fix !== undefined; fix = safe()) {
    const edited = applyEdits(text, fix.edits, "yaml");
    expect(edited.ok).toBe(true);
    if (!edited.ok || edited.text === text) break;
    text = edited.text;
  }
  expect(checkPolicy(text, { nowMs }).findings).toEqual([]);
});
