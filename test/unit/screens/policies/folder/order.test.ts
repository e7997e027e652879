import { expect, it } from "vitest";
import { worstFirst } from "../../../../../src/screens/policies/folder/order.ts";
import type { PolicySummary } from "../../../../../src/tables/policies.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const { summary: valid } = pageOf(shippedPolicy("healthcare"));
const row = (name: string, change: Partial<PolicySummary> | null = {}) => ({
  name,
  summary: change === null ? null : { ...valid, ...change },
});
const strength = (weight: number) => ({ axis: "Λ9", weight });

it("puts the worst and least reviewed policies first, then the weakest, then by name", () => {
  const sorted = [
    row("unreadable", { verdict: "unreadable", errors: 1 }),
    row("many errors", { verdict: "errors", errors: 3 }),
    row("an error and warnings", { verdict: "errors", errors: 1, warnings: 2 }),
    row("an error", { verdict: "errors", errors: 1, flagged: 9 }),
    row("a warning", { verdict: "warnings", warnings: 1 }),
    row("flagged", { flagged: 1, reopened: 1, reviewed: 12 }),
    row("reopened", { reopened: 1, reviewed: 0 }),
    row("weakened", { sinceHead: { weakened: 1, strengthened: 9, changed: 9 }, reviewed: 12 }),
    row("not reviewed, weak", { reviewed: 0, strength: strength(0.2) }),
    row("not reviewed", { reviewed: 0, strength: strength(0.8) }),
    row("half reviewed", { reviewed: 6, strength: strength(0.1) }),
    row("reviewed a", { reviewed: 12, strength: strength(0.8) }),
    row("reviewed b", { reviewed: 12, strength: strength(0.8) }),
    row("reviewed without mandatory axis", { reviewed: 12, strength: null }),
    row("not checked", null),
  ];
  const names = sorted.map(({ name }) => name);
  for (const order of [sorted, sorted.toReversed(), sorted.toSorted((a, b) => (a.name < b.name ? -1 : 1))]) {
    expect(worstFirst(order).map(({ name }) => name)).toEqual(names);
  }
});
