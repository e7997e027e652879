import { expect, it } from "vitest";
import { readPolicy } from "../../../../src/policy/read/read-policy.ts";
import { clauseHash } from "../../../../src/policy/review/reviewed-clauses.ts";

const hashOf = (text: string) => {
  const reading = readPolicy(text, { format: "yaml" });
  return reading.ok ? clauseHash(reading.document.value) : "unread";
};

it("is the same however a clause is laid out, and another for any other content", () => {
  const plain = hashOf("clause_id: A-1\ntitle: Risk\nweight: 0.50\n");
  expect(plain).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf("# a comment\ntitle: 'Risk'\n\nclause_id: \"A-1\"\nweight: 0.5")).toBe(plain);
  expect(hashOf("clause_id: A-1\ntitle: Risks\nweight: 0.5\n")).not.toBe(plain);
  expect(hashOf("clause_id: A-1\ntitle: Risk\nweight: 0.51\n")).not.toBe(plain);
});

it("is none for what has no canonical form", () => {
  expect(clauseHash({ weight: Number.POSITIVE_INFINITY })).toBeNull();
  expect(clauseHash("\ud800")).toBeNull();
  expect(clauseHash(undefined)).toBeNull();
});
