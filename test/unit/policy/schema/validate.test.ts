import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { type Violation, maxViolations } from "../../../../src/policy/schema/runtime.ts";
import { violationsOf } from "../../../../src/policy/schema/validate.ts";
import { publishedSchema, schemaCases } from "../../../support/policy/schema-cases.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";
import { randomJson } from "../../../support/random-json.ts";
import { type Random, seededRandom } from "../../../support/random.ts";

const plain = new Ajv({ allErrors: true }).compile(publishedSchema);

/** Without the order: one schema in one piece and one with references meet things in different ones. */
function inWords(violations: readonly Violation[]): readonly string[] {
  return violations
    .map(({ keyword, instancePath, params }) => JSON.stringify([instancePath, keyword, params]))
    .toSorted();
}

/** The valid policy with some values in it, anywhere, in exchange for any others. */
function disturbed(random: Random, value: unknown): unknown {
  if (random.below(60) === 0) return randomJson(random, 3);
  if (Array.isArray(value)) return value.map((item) => disturbed(random, item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) =>
      random.below(80) === 0 ? [] : [[random.below(80) === 0 ? `${key}x` : key, disturbed(random, each)]],
    ),
  );
}

test("the schema that is built in and the published one have the same against every document", () => {
  for (const { name, document } of schemaCases()) {
    plain(document);
    expect(inWords(violationsOf(document)), name).toEqual(inWords((plain.errors ?? []) as Violation[]));
  }
});

test("so they have against 3,000 disturbed ones", () => {
  let refused = 0;
  for (let seed = 0; seed < 3_000; seed++) {
    const document = disturbed(seededRandom(seed), validPolicy());
    if (!plain(document)) refused++;
    const errors = (plain.errors ?? []) as Violation[];
    expect(inWords(violationsOf(document)), `seed ${seed}`).toEqual(inWords(errors));
  }
  expect(refused).toBeGreaterThan(1_000);
});

test("a list of a million wrong clauses ends the search early, and still says that the list is too long", () => {
  const document = { ...validPolicy(), regulatory_clauses: Array.from({ length: 1_000_000 }, () => 1) };
  const violations = violationsOf(document);
  expect(violations).toHaveLength(maxViolations);
  expect(violations.map(({ keyword }) => keyword)).toContain("maxItems");
});
