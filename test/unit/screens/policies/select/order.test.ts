import { expect, it } from "vitest";
import type { PolicySummary } from "../../../../../src/policy/summary.ts";
import { openItemsOf } from "../../../../../src/screens/policies/select/open-items.ts";
import { worstFirst } from "../../../../../src/screens/policies/select/selection.ts";
import type { PolicyRow } from "../../../../../src/tables/policies.ts";
import {
  listedKinds,
  openItemsSpan,
  openItemsWords,
  shortOpenItems,
  signSpan,
  mostUrgent,
} from "../../../../../src/tables/policy-open-items.ts";
import { displayWidth } from "../../../../../src/text/width.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const { summary: valid } = pageOf(shippedPolicy("healthcare"));
const row = (name: string, change: Partial<PolicySummary> | null = {}): PolicyRow => ({
  name,
  summary: change === null ? null : { ...valid, approved: valid.parts, ...change },
});
const strength = (weight: number) => ({ axis: "Λ9", weight });
const weakened = (values: number, undecided = values) => ({
  sinceBaseline: { weakened: values, strengthened: 9, changed: 9 },
  undecided,
});

/** Policies in the order of the list, each with its sign and its reason. */
const sorted: readonly (readonly [row: PolicyRow, sign: string, reason: string])[] = [
  [row("unreadable", { verdict: "unreadable", errors: 1 }), "✗", "unreadable"],
  [row("many errors", { verdict: "errors", errors: 3 }), "✗", "3 errors"],
  [row("an error, flagged", { verdict: "errors", errors: 1, flagged: 9 }), "✗", "1 error · ⚑ 9 flagged"],
  [row("an error", { verdict: "errors", errors: 1, warnings: 2 }), "✗", "1 error · 2 warnings"],
  [{ name: "deleted", summary: null, isDeleted: true }, "−", "deleted"],
  [
    row("weakened", { ...weakened(2), approved: 0, warnings: 1 }),
    "▼",
    "▼ 2 weaker · 1 warning · 13 to review",
  ],
  [row("weakened less, flagged", { ...weakened(1), flagged: 1 }), "▼", "▼ 1 weaker · ⚑ 1 flagged"],
  [row("review unreadable", { reviewProblem: "EACCES" }), "✗", "review unreadable"],
  [row("flagged", { flagged: 2, reopened: 1 }), "⚑", "⚑ 2 flagged · ↺ 1 edited"],
  [row("reopened", { reopened: 1, approved: 11 }), "↺", "↺ 1 edited · 1 to review"],
  [row("broken", { seal: "broken" }), "✗", "seal broken"],
  [row("changed", { seal: "changed", approved: 0 }), "↺", "changed since seal · 13 to review"],
  [row("unsigned", { seal: "unsigned" }), "▲", "seal unsigned"],
  [row("a warning", { verdict: "warnings", warnings: 1 }), "▲", "1 warning"],
  [row("proposed", { seal: "proposed" }), "·", "seal to sign"],
  [row("not reviewed, weak", { approved: 0, strength: strength(0.2) }), "·", "13 to review"],
  [row("not reviewed", { approved: 0, strength: strength(0.8) }), "·", "13 to review"],
  [row("small, not reviewed", { approved: 0, parts: 4, strength: strength(0.9) }), "·", "4 to review"],
  [row("half reviewed", { approved: 6, strength: strength(0.1) }), "·", "7 to review"],
  [row("reviewed a", { strength: strength(0.8) }), "✓", "✓"],
  [row("reviewed b", { strength: strength(0.8) }), "✓", "✓"],
  [row("reviewed, weaker", weakened(3, 0)), "✓", "✓"],
  [row("reviewed without mandatory axis", { strength: null }), "✓", "✓"],
  [row("not checked", null), "⋯", "unchecked"],
];

it("puts policies in the order of their most urgent reasons, then of the next ones, strength and name", () => {
  const rows = sorted.map(([each]) => each);
  const names = rows.map(({ name }) => name);
  for (const order of [rows, rows.toReversed(), rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))]) {
    expect(worstFirst(order).map(({ name }) => name)).toEqual(names);
  }
});

it("says the reasons of each policy, and has a ✓ only for one that needs nobody", () => {
  expect(sorted.map(([each]) => [signSpan(each).text, openItemsSpan(each).text])).toEqual(
    sorted.map(([, sign, reason]) => [sign, reason]),
  );
  const done = sorted.filter(([each]) => signSpan(each).text === "✓");
  expect(done).toHaveLength(4);
  expect(done.every(([each]) => mostUrgent(each) === null)).toBe(true);
  expect(sorted.map(([each]) => openItemsWords(each)).join(" ")).not.toMatch(/[▼⚑↺✓]/);
  const shorts = sorted.map(([each]) => displayWidth(shortOpenItems(each, 10)));
  expect(Math.max(...shorts)).toBeLessThanOrEqual(10);
});

it("says the reasons in words, or by signs, as many as fit, the most urgent first", () => {
  const needy = row("needy", { ...weakened(1), flagged: 2, seal: "changed", approved: 3 });
  const forms = Array.from({ length: 70 }, (_, columns) => shortOpenItems(needy, columns)).slice(10);
  const words = "▼ 1 weaker · ⚑ 2 flagged · changed since seal · 8 to review";
  expect([...new Set(forms)]).toEqual([
    "▼1 ⚑2 ·8",
    "▼1 ⚑2 ↺seal",
    "▼1 ⚑2 ↺seal ·8",
    "▼ 1 weaker ⚑2 ↺seal ·8",
    words,
  ]);
  expect(forms.every((text, index) => displayWidth(text) <= index + 10)).toBe(true);
  expect(openItemsSpan(needy).text).toBe(words);
  expect(openItemsWords(needy)).toBe("1 weaker, 2 flagged, changed since seal");
});

it("has the order of the needs of a document", () => {
  const text = changed(
    shippedPolicy("healthcare"),
    "receipt_retention_days: 2192",
    "receipt_retention_days: 400",
  );
  const page = pageOf(text, "/p/p.yaml", {}, shippedPolicy("healthcare"));
  const standings = ["approved", "reopened", "flagged"] as const;
  const clauses = page.clauses.map((clause, index) => ({
    ...clause,
    review: { ...clause.review, standing: standings[index] ?? ("none" as const) },
  }));
  const kinds = openItemsOf({ ...page, clauses, summary: { ...page.summary, errors: 1 } }).map(
    ({ kind }) => kind,
  );
  const shared = [...new Set(kinds)].filter((kind) => listedKinds.some((name) => name === kind));
  expect(shared).toEqual(["errors", "weakened", "flagged", "reopened", "unseen"]);
  expect(listedKinds.filter((name) => shared.some((kind) => kind === name))).toEqual(shared);
});
