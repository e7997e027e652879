import { describe, expect, test } from "vitest";
import { checkPolicy } from "../../../../src/policy/check.ts";
import {
  testNowMs as nowMs,
  toJson,
  toYaml,
  type TestPolicy,
  validPolicy,
} from "../../../support/policy/valid-policy.ts";

/** The findings about the valid policy after a change, those with a message like this. */
function suggestions(change: (policy: TestPolicy & Record<string, unknown>) => void) {
  const policy = validPolicy();
  change(policy);
  return checkPolicy(toJson(policy), { nowMs, schemaOnly: true }).findings.map(({ message, hint, fix }) => ({
    message,
    hint,
    edit: fix?.edits[0] ?? null,
    safe: fix?.safe ?? null,
  }));
}

const first = "/regulatory_clauses/0/lambda_axes/0";

describe("messages and suggestions for values", () => {
  test.each<[(mapping: Record<string, unknown>) => void, string, string | null, unknown, boolean | null]>([
    [(m) => (m.weight = 1.2), "lambda_axes[0].weight is 1.2; it must be at most 1", null, null, null],
    [
      (m) => (m.weight = 85),
      "lambda_axes[0].weight is 85; it must be at most 1",
      "a weight is a share: 85 % is 0.85",
      0.85,
      false,
    ],
    [(m) => (m.weight = -1), "lambda_axes[0].weight is -1; it must be at least 0", null, null, null],
    [
      (m) => (m.weight = "0.5"),
      'lambda_axes[0].weight is the text "0.5"; it must be a number',
      "write the number without quotes",
      0.5,
      true,
    ],
    [(m) => (m.weight = null), "lambda_axes[0].weight is empty; it must be a number", null, null, null],
    [
      (m) => (m.enforcement = "Mandatory"),
      'lambda_axes[0].enforcement is "Mandatory"; it must be mandatory, recommended or informational',
      'did you mean "mandatory"?',
      "mandatory",
      true,
    ],
    [
      (m) => (m.enforcement = "mandatry"),
      'lambda_axes[0].enforcement is "mandatry"; it must be mandatory, recommended or informational',
      'did you mean "mandatory"?',
      "mandatory",
      false,
    ],
    [
      (m) => (m.enforcement = "sometimes, perhaps"),
      'lambda_axes[0].enforcement is "sometimes, perhaps"; it must be mandatory, recommended or informational',
      null,
      null,
      null,
    ],
    [
      (m) => (m.rationale = "short"),
      "lambda_axes[0].rationale has 5 characters; it must have at least 20",
      null,
      null,
      null,
    ],
  ])("%s", (change, message, hint, value, safe) => {
    const [found, ...others] = suggestions((policy) =>
      change(policy.regulatory_clauses[0]!.lambda_axes[0] as never),
    );
    expect(others).toEqual([]);
    expect(found).toMatchObject({ message, hint, safe });
    expect(found?.edit?.kind === "set" ? found.edit.value : null).toBe(value);
    expect(found?.edit?.path ?? first).toContain(first);
  });

  test.each([
    ["Λ6", "Securty", "Security", true],
    ["Λ3", "Securty", "Security", false],
    ["Λ66", "Securty", "Security", false],
    ["Λ3", "security", "Security", true],
  ])("a misspelled label of %s is safe to correct if it is the axis's: %j", (axis, label, meant, safe) => {
    const found = suggestions((policy) => {
      Object.assign(policy.regulatory_clauses[0]!.lambda_axes[0]!, { axis, label });
    });
    expect(found.at(-1)).toMatchObject({ edit: { value: meant }, safe });
  });

  test.each([
    ["L3", "Λ3", true],
    ["lambda 10", "Λ10", true],
    ["A3", "Λ3", false],
    ["Λ11", undefined, undefined],
  ])("the axis %s of a mapping is %s, safely: %s", (axis, value, safe) => {
    const [found] = suggestions((policy) => {
      Object.assign(policy.regulatory_clauses[0]!.lambda_axes[0]!, { axis });
    });
    expect(found?.edit?.kind === "set" ? found.edit.value : undefined).toBe(value);
    expect(found?.safe ?? undefined).toBe(safe);
  });

  test.each([
    ["schema_version", "1.0", "1.0.0"],
    ["schema_version", "v2.1.3", "2.1.3"],
    ["effective_date", "2025/7/1", "2025-07-01"],
    ["effective_date", "2025-07-01T00:00:00Z", "2025-07-01"],
    ["effective_date", "01.07.2025", null],
    ["effective_date", 20_250_701, "2025-07-01"],
    ["effective_date", 2025, null],
    ["schema_version", 1, "1.0.0"],
    ["regime", 800.171, "800.171"],
  ])("%s %j is meant to be %j", (field, written, meant) => {
    const [found] = suggestions((policy) => (policy[field] = written));
    expect(found?.edit ?? null).toEqual(meant && { kind: "set", path: `/${field}`, value: meant });
  });

  test.each([
    ["3/5", "3-of-5"],
    ["3 of 5", "3-of-5"],
    ["3 out of 5", "3-of-5"],
    ["most", null],
    [3, null],
  ])("the quorum %j is meant to be %j", (written, meant) => {
    const [found] = suggestions((policy) => (policy.receipt_chain.quorum = written as string));
    expect(found?.edit ?? null).toEqual(
      meant && { kind: "set", path: "/receipt_chain/quorum", value: meant },
    );
  });

  test("an axis by its number alone is meant to be that axis", () => {
    const [found] = suggestions((policy) => policy.compliance_thresholds.mandatory_axes.push(5 as never));
    expect(found).toMatchObject({ hint: 'write "Λ5"', edit: { value: "Λ5" }, safe: false });
  });

  test("a number behind an alias is quoted at its anchor", () => {
    const text = toYaml(validPolicy({ regime: "%regime" })).replace(/(["']?)%regime\1/, "*own");
    const { findings } = checkPolicy(`x: &own 800171\n${text}`, { nowMs });
    expect(findings.find(({ path }) => path === "/regime")?.fix?.edits).toMatchObject([{ value: "800171" }]);
  });

  test("an axis that is named twice is removed at its second place", () => {
    const [found] = suggestions((policy) => policy.compliance_thresholds.mandatory_axes.push("Λ3"));
    expect(found).toMatchObject({
      message: 'compliance_thresholds.mandatory_axes has "Λ3" twice, at [0] and [3]; each may occur once',
      edit: { kind: "remove", path: "/compliance_thresholds/mandatory_axes/3" },
    });
  });
});

describe("misspelled keys", () => {
  test("if other keys are not allowed, the unknown key suggests a new name, and the missing one refers to it", () => {
    const found = suggestions((policy) => {
      const clause = policy.regulatory_clauses[2] as Record<string, unknown>;
      clause.titel = clause.title;
      delete clause.title;
    });
    expect(found).toEqual([
      {
        message: 'regulatory_clauses[2] has no "title", which it must have',
        hint: '"titel" may be a misspelling of it',
        edit: null,
        safe: null,
      },
      {
        message: 'regulatory_clauses[2] has the key "titel", which is unknown here',
        hint: 'did you mean "title"?',
        edit: { kind: "rename", path: "/regulatory_clauses/2/titel", to: "title" },
        safe: true,
      },
    ]);
  });

  test("if other keys are allowed, the missing key suggests the new name", () => {
    const found = suggestions((policy) => {
      policy.meta.Authority = policy.meta.authority;
      delete (policy.meta as Record<string, unknown>).authority;
    });
    expect(found).toMatchObject([
      { edit: { kind: "rename", path: "/meta/Authority", to: "authority" }, safe: true },
    ]);
  });

  test("one that may be missing is guessed too", () => {
    const found = suggestions((policy) => {
      Object.assign(policy.regulatory_clauses[0]!.lambda_axes[0]!, {
        rational: "because it has to be so here",
      });
    });
    expect(found).toMatchObject([
      { edit: { kind: "rename", path: `${first}/rational`, to: "rationale" }, safe: true },
    ]);
  });

  test("of two for one neither is safe", () => {
    const found = suggestions((policy) => {
      Object.assign(policy, { jurisdicton: "EU", jurisdictions: "EU" });
      delete (policy as Record<string, unknown>).jurisdiction;
    });
    expect(found.filter(({ safe }) => safe !== null).map(({ safe }) => safe)).toEqual([false, false]);
  });

  test("one that is near nothing can be removed, on request", () => {
    const found = suggestions((policy) => (policy.zzz = 1));
    expect(found).toMatchObject([{ hint: "remove it", edit: { kind: "remove", path: "/zzz" }, safe: false }]);
  });

  test("<< is reported as no merge key", () => {
    const found = suggestions((policy) => (policy["<<"] = {}));
    expect(found).toMatchObject([
      { hint: expect.stringContaining("YAML 1.2 has no merge keys"), edit: null },
    ]);
  });

  test("a key of a million characters is cut in its message", () => {
    const [found] = suggestions((policy) => (policy["x".repeat(1_000_000)] = 1));
    expect(found?.message.length).toBeLessThan(200);
  });
});
