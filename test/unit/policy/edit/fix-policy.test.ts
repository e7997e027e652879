import { describe, expect, test } from "vitest";
import { fixPolicy } from "../../../../src/policy/edit/fix-policy.ts";
import { testNowMs as nowMs, toJson, toYaml, validPolicy } from "../../../support/policy/valid-policy.ts";

/** Wrong in four ways that can only mean one thing, and in one that cannot. */
function wrong(): unknown {
  const { vertical, ...rest } = validPolicy();
  rest.regulatory_clauses[0]!.lambda_axes[0]!.label = "Security";
  const chain = { ...rest.receipt_chain, quorum: "3 of 5", algorithm: "sha3-256" };
  return { ...rest, Vertical: vertical, regime: "xx", receipt_chain: chain };
}

test("applies every safe fix, and leaves the others to a person", () => {
  const { text, fixed, check } = fixPolicy(toYaml(wrong()), { nowMs });
  expect(fixed.map(({ fix }) => fix.title)).toEqual([
    'change to "SHA3-256"',
    'change to "3-of-5"',
    'rename to "vertical"',
  ]);
  expect(check.findings.map(({ path }) => path)).toEqual(["/regime"]);
  expect(text).toContain("\nvertical: healthcare\n");
  expect(text).toContain("algorithm: SHA3-256\n");
});

test("goes on with the rules when the schema has nothing more to say", () => {
  const { text, fixed, check } = fixPolicy(toYaml({ ...(wrong() as object), regime: "HIPAA" }), { nowMs });
  expect(fixed).toHaveLength(4);
  expect(fixed.at(-1)?.finding.rule).toBe("axis-label-mismatch");
  expect(check.findings).toEqual([]);
  expect(text).toContain("label: Privacy");
});

test("makes only those of one rule where that is asked for", () => {
  const { fixed, check } = fixPolicy(toYaml(wrong()), { nowMs, only: "schema/pattern" });
  expect(fixed.map(({ finding }) => finding.path)).toEqual(["/receipt_chain/quorum"]);
  expect(check.valid).toBe(false);
});

test("makes one that may be wrong only where that is asked for", () => {
  const text = toYaml({ ...validPolicy(), vertical: "helthcare" });
  expect(fixPolicy(text, { nowMs }).fixed).toEqual([]);
  expect(fixPolicy(text, { nowMs, unsafe: true })).toMatchObject({ text: toYaml(validPolicy()) });
});

describe("keeps all else as it is", () => {
  const plain = toYaml(wrong()).replace("Vertical: healthcare", "Vertical:   healthcare   # the branch");

  test.each([
    ["comments and layout", plain],
    ["CRLF", plain.replaceAll("\n", "\r\n")],
    ["the byte order mark", `\uFEFF${plain}`],
    ["no last line end", plain.trimEnd()],
    ["JSON", toJson(wrong())],
    ["JSON on one line", JSON.stringify(wrong())],
  ])("%s", (name, text) => {
    const file = name.startsWith("JSON") ? "a.json" : "a.yaml";
    const fixed = fixPolicy(text, { nowMs, file, only: "schema/additionalProperties" });
    expect(fixed.text).toBe(text.replace("Vertical", "vertical"));
  });
});

test("ends, whatever the number of findings", () => {
  const many = {
    ...validPolicy(),
    regulatory_clauses: Array.from({ length: 200 }, () => ({ Title: "Another one" })),
  };
  const { fixed } = fixPolicy(JSON.stringify(many), { nowMs });
  expect(fixed).toHaveLength(200);
});

test("changes nothing of what cannot be read", () => {
  expect(fixPolicy("a: [", { nowMs })).toMatchObject({ text: "a: [", fixed: [], check: { valid: false } });
});
