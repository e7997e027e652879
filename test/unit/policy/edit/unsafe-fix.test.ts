import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checkPolicy } from "../../../../src/policy/check.ts";
import { whyUnsafe } from "../../../../src/policy/edit/unsafe-fix.ts";
import { findingId } from "../../../../src/policy/report/checked-text.ts";
import { rules } from "../../../../src/policy/rules/index.ts";
import { testNowMs as nowMs } from "../../../support/policy/valid-policy.ts";

const invalid = new URL("../../../../fixtures/policies-invalid/", import.meta.url);

test("every rule whose fix is not safe has its own reason", () => {
  const ids = readdirSync(invalid)
    .filter((name) => name.startsWith("rule."))
    .flatMap((name) => checkPolicy(readFileSync(new URL(name, invalid), "utf8"), { nowMs }).findings)
    .filter(({ fix }) => fix?.safe === false)
    .map(findingId);
  expect(new Set(ids).size).toBeGreaterThan(5);
  expect(ids.filter((id) => whyUnsafe(id) === whyUnsafe("schema/enum"))).toEqual([]);
});

test("a reason is a clause, without a period", () => {
  for (const { id } of rules) expect(whyUnsafe(id)).toMatch(/^[a-z].*[a-z]$/);
});
