import { expect, it } from "vitest";
import type { PagePart } from "../../../../src/screens/policies/page/policy-page.ts";
import { concernsOf } from "../../../../src/screens/policies/seal/concerns.ts";
import { pageOf } from "../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");
const words = (page: ReturnType<typeof pageOf>) => concernsOf(page).map((concern) => concern.words);

it("names what got weaker, who is flagged, and how many clauses nobody approved", () => {
  const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");
  const page = pageOf(weaker, "/p/p.yaml", {}, healthcare);
  const flagged = {
    ...page,
    clauses: page.clauses.map((clause, index) => ({
      ...clause,
      review: { ...clause.review, standing: index === 2 ? ("flagged" as const) : ("approved" as const) },
    })),
  };
  const compared = { kind: "revision", name: "v1", diff: pageOf(weaker).sinceBaseline } as const;
  expect(words({ ...flagged, compared })).toEqual(words(flagged));
  expect(concernsOf(flagged).map(({ values, tone }) => [values, tone])).toEqual([
    [["receipt_retention_days 2192 → 400"], "error"],
    [[], "error"],
    [[], "warn"],
  ]);
  expect(words(flagged)).toEqual([
    "▼ 1 value weaker than in HEAD",
    "⚑ flagged: HIPAA-164.308a2",
    "▲ 1 of 12 clauses and the general provisions not approved",
  ]);
});

it("names three values that got weaker, and counts the others", () => {
  const weaker = healthcare.replaceAll("weight: 1.0", "weight: 0.7");
  const [concern] = concernsOf(pageOf(weaker, "/p/p.yaml", {}, healthcare));
  expect(concern?.words).toMatch(/^▼ \d\d? values weaker/);
  const count = Number(/\d+/.exec(concern?.words ?? "")?.[0]);
  expect(concern?.values).toHaveLength(4);
  expect(concern?.values.at(-1)).toBe(`and ${count - 3} more`);
  expect(concern?.values[0]).toMatch(/^HIPAA-164\.308a1A: Λ6 .* weight 1 → 0\.7$/);
});

it("has no concern about a policy that everybody approves and nobody weakened", () => {
  const page = pageOf(healthcare, "/p/p.yaml", {}, healthcare);
  const approve = <P extends PagePart>(part: P) => ({
    ...part,
    review: { ...part.review, standing: "approved" as const },
  });
  const clauses = page.clauses.map(approve);
  expect(words({ ...page, clauses })).toEqual(["▲ the general provisions not approved"]);
  expect(words({ ...page, clauses, general: page.general === null ? null : approve(page.general) })).toEqual(
    [],
  );
});
