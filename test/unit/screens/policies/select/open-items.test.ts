import { describe, expect, it } from "vitest";
import { partsOf, type PolicyPage } from "../../../../../src/policy-service/policy-page.ts";
import type { OpenItem } from "../../../../../src/policy/open-items.ts";
import { unsealed } from "../../../../../src/policy/seal/seal-state.ts";
import {
  changesSinceBaseline,
  isSameItem,
  openItemsOf,
  nextItem,
  sealRow,
} from "../../../../../src/screens/policies/select/open-items.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";
import { reviewEntry } from "../../../../support/policy/review-entries.ts";

const healthcare = shippedPolicy("healthcare");
/** Policy that covers no more axes than it needs, so that none may be lost. */
const scarce = changed(healthcare, "minimum_lambda_coverage: 7", "minimum_lambda_coverage: 9");

function withStandings(
  page: PolicyPage,
  standings: Readonly<Record<number, "approved" | "flagged" | "reopened">>,
) {
  const { general } = page;
  const standing = standings[page.clauses.length];
  return {
    ...page,
    general:
      general === null || standing === undefined
        ? general
        : { ...general, review: { ...general.review, standing } },
    clauses: page.clauses.map((clause, index) => ({
      ...clause,
      review: { ...clause.review, standing: standings[index] ?? clause.review.standing },
    })),
  };
}

describe("what needs a person", () => {
  it("is errors, flags, edits after a verdict, axes on one clause, and clauses not looked at, in this order", () => {
    const page = pageOf(changed(scarce, "label: Robustness", "label: Security"));
    const items = openItemsOf(withStandings(page, { 0: "approved", 2: "reopened", 8: "flagged" }));
    expect(items.slice(0, 4)).toEqual([
      { kind: "errors", count: 1 },
      { kind: "flagged", clause: 8 },
      { kind: "reopened", clause: 2 },
      { kind: "single-support", column: 3 },
    ]);
    expect(items.findLast(({ kind }) => kind === "unseen")).toEqual({ kind: "unseen", clause: 12 });
    expect(items.filter(({ kind }) => kind === "unseen")).toHaveLength(10);
  });

  it("is each value that is weaker than in HEAD, before anything but errors", () => {
    const weaker = changed(scarce, "receipt_retention_days: 2192", "receipt_retention_days: 400");
    const page = pageOf(changed(weaker, "weight: 1.0", "weight: 0.7"), "/p/p.yaml", {}, scarce);
    const items = openItemsOf(page);
    expect(items.slice(0, 3)).toMatchObject([
      { kind: "weakened", change: 0 },
      { kind: "weakened", change: 1 },
      { kind: "single-support" },
    ]);
    expect(nextItem(items, items[0] ?? null, 1)).toEqual(items[1]);
    // Their parts are not named again.
    const clause = changesSinceBaseline(page).find((change) => change.clause !== null)?.clause;
    const unseen = items.flatMap((item) => (item.kind === "unseen" ? [item.clause] : []));
    expect(unseen).toEqual(page.clauses.flatMap((_, row) => (row === clause ? [] : [row])));
    // They stay duties while another version is compared.
    const none = { problem: "not in v1.0", isNew: true, isApart: false };
    const other: PolicyPage = { ...page, compared: { kind: "revision", name: "v1.0", diff: none } };
    expect(openItemsOf(other)).toEqual(items);
  });

  it("is no weaker value of a part that is approved as it is now, but that of a removed clause", () => {
    const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");
    const text = changed(weaker, "weight: 1.0", "weight: 0.7");
    const unseen = pageOf(text, "/p/p.yaml", {}, healthcare);
    const [first, second] = changesSinceBaseline(unseen);
    const clause = unseen.clauses.findIndex(({ cells }) => cells.some((cell) => cell?.weight === 0.7));
    expect([first?.clause, second?.clause]).toEqual([clause, null]);
    const parts = [...unseen.clauses, unseen.general];
    const approval = (part: number) =>
      reviewEntry("approved", { clauseId: parts[part]?.id ?? "", clauseHash: parts[part]?.hash ?? "" });
    const open = (...approved: readonly number[]) => {
      const page = pageOf(text, "/p/p.yaml", { entries: approved.map(approval) }, healthcare);
      const items = openItemsOf(page).flatMap((item) => (item.kind === "weakened" ? [item.change] : []));
      expect(page.summary).toMatchObject({ undecided: items.length, sinceBaseline: { weakened: 2 } });
      return items;
    };
    const kindsOf = (page: PolicyPage) => openItemsOf(page).map(({ kind }) => kind);
    expect(open()).toEqual([0, 1]);
    expect(open(clause)).toEqual([1]);
    expect(open(parts.length - 1)).toEqual([0]);
    expect(open(clause, parts.length - 1)).toEqual([]);
    const flag = { ...approval(clause), id: "flag", kind: "flagged", by: "bob" } as const;
    const disputed = pageOf(text, "/p/p.yaml", { entries: [approval(clause), flag] }, healthcare);
    expect(disputed.summary.undecided).toBe(2);
    // The flag is the item of its part.
    expect(kindsOf(disputed).slice(0, 3)).toEqual(["weakened", "disagreement", "unseen"]);
    const [clauseText = ""] = /^  - clause_id:.*?(?=^  - clause_id:)/ms.exec(healthcare) ?? [];
    const removed = pageOf(changed(healthcare, clauseText, ""), "/p/p.yaml", {}, healthcare);
    const all = Object.fromEntries(partsOf(removed).map((_, index) => [index, "approved" as const]));
    expect(openItemsOf(withStandings(removed, all))).toContainEqual({ kind: "weakened", change: 0 });
  });

  it("is one item of a part that was edited and is weaker, unless a flag on it is left", () => {
    const text = changed(healthcare, "weight: 1.0", "weight: 0.7");
    const [clause] = pageOf(text).clauses;
    const kinds = (kind: "approved" | "flagged") => {
      const entry = reviewEntry(kind, { clauseId: clause?.id ?? "", clauseHash: "0".repeat(64) });
      const page = pageOf(text, "/p/p.yaml", { entries: [entry] }, healthcare);
      expect(page.clauses[0]?.review.standing).toBe("reopened");
      return openItemsOf(page).map((item) => item.kind);
    };
    expect(kinds("approved").slice(0, 2)).toEqual(["weakened", "unseen"]);
    expect(kinds("flagged").slice(0, 3)).toEqual(["weakened", "reopened", "unseen"]);
  });

  it("is a comment of somebody else until it is resolved, whatever the verdicts are", () => {
    const [clause, other] = pageOf(healthcare).clauses;
    const on = (of: typeof clause) => ({ clauseId: of?.id ?? "", clauseHash: of?.hash ?? "" });
    const bobs = reviewEntry("comment", { by: "bob", text: "why?", ...on(clause) });
    const entries = [
      reviewEntry("approved", { by: "ann", ...on(clause) }),
      bobs,
      reviewEntry("comment", { by: "bob", text: "really?", ...on(clause) }),
      reviewEntry("comment", { by: "ann", text: "mine", ...on(other) }),
    ];
    const comments = (more: typeof entries) =>
      openItemsOf(pageOf(healthcare, "/p/p.yaml", { entries: [...entries, ...more] })).filter(
        ({ kind }) => kind === "open-comment",
      );
    expect(comments([])).toEqual([{ kind: "open-comment", clause: 0, count: 2 }]);
    const resolved = reviewEntry("resolved", { by: "ann", to: bobs.id, ...on(clause) });
    expect(comments([resolved])).toEqual([{ kind: "open-comment", clause: 0, count: 1 }]);
    // A reply does not close it.
    const reply = reviewEntry("reply", { by: "ann", to: bobs.id, text: "so", ...on(clause) });
    expect(comments([reply])).toEqual([{ kind: "open-comment", clause: 0, count: 2 }]);
    const kinds = openItemsOf(pageOf(scarce, "/p/p.yaml", { entries })).map(({ kind }) => kind);
    expect(kinds.slice(0, 2)).toEqual(["open-comment", "single-support"]);
  });

  it("is an axis on one clause if it is mandatory, or if no axis may be lost", () => {
    const axes = (text: string) =>
      openItemsOf(pageOf(text)).flatMap((item) => (item.kind === "single-support" ? [item.column] : []));
    const minimum = (axesNeeded: number) =>
      changed(healthcare, "minimum_lambda_coverage: 7", `minimum_lambda_coverage: ${axesNeeded}`);
    expect(
      pageOf(healthcare).columns.flatMap(({ clauses }, column) => (clauses === 1 ? [column] : [])),
    ).toEqual([3, 8]);
    expect(axes(healthcare)).toEqual([]);
    expect(axes(minimum(8))).toEqual([]);
    expect(axes(minimum(9))).toEqual([3, 8]);
    expect(axes(minimum(10))).toEqual([3, 8]);
    expect(axes(changed(healthcare, "mandatory_axes: [Λ1,", "mandatory_axes: [Λ4, Λ1,"))).toEqual([3]);
  });

  it.each([
    ["broken", 1],
    ["changed", 1],
    ["unsigned", 1],
    ["proposed", 3],
  ] as const)("is a seal that is %s", (standing, index) => {
    const page = withStandings(pageOf(scarce), { 0: "flagged" });
    const items = openItemsOf({ ...page, seal: { ...unsealed, standing } });
    expect(items[index]).toEqual({ kind: `seal-${standing}` });
    expect(items.filter(({ kind }) => kind.startsWith("seal"))).toHaveLength(1);
  });

  it("is the seal at the first clause that changed since, or else at the general provisions", () => {
    const page = pageOf(healthcare);
    const since = (...parts: readonly string[]) =>
      sealRow({ ...page, seal: { ...unsealed, changes: parts.map((part) => ({ part, how: "changed" })) } });
    const [, second, third] = page.clauses;
    expect(since("meta", `clause:${third?.id}`, `clause:${second?.id}`)).toBe(1);
    expect(since("meta")).toBe(12);
    expect(since("clause:gone")).toBe(12);
  });

  it("is nothing in a document whose clauses and general provisions are approved and whose axes have two clauses", () => {
    const page = pageOf(healthcare);
    const clauses = Object.fromEntries(page.clauses.map((_, index) => [index, "approved" as const]));
    const broad = { ...page, columns: page.columns.map((column) => ({ ...column, clauses: 2 })) };
    expect(openItemsOf(withStandings(broad, clauses))).toEqual([{ kind: "unseen", clause: 12 }]);
    expect(openItemsOf(withStandings(broad, { ...clauses, 12: "flagged" }))).toEqual([
      { kind: "flagged", clause: 12 },
    ]);
    expect(openItemsOf(withStandings(broad, { ...clauses, 12: "approved" }))).toEqual([]);
  });
});

describe("the next open item", () => {
  const items: readonly OpenItem[] = [
    { kind: "flagged", clause: 4 },
    { kind: "single-support", column: 3 },
    { kind: "unseen", clause: 1 },
    { kind: "unseen", clause: 6 },
  ];
  const next = (at: OpenItem | null, step: 1 | -1 = 1) =>
    items.findIndex((item) => item === nextItem(items, at, step));

  it("is cyclic in both directions", () => {
    expect([null, ...items].map((at) => next(at))).toEqual([0, 1, 2, 3, 0]);
    expect([null, ...items].map((at) => next(at, -1))).toEqual([3, 3, 0, 1, 2]);
  });

  it("is the one after an item that is no longer open", () => {
    expect(next({ kind: "unseen", clause: 3 })).toBe(3);
    expect(next({ kind: "unseen", clause: 3 }, -1)).toBe(2);
    expect(nextItem([], { kind: "errors", count: 1 }, 1)).toBeNull();
  });

  it("follows the order of the screen", () => {
    const reversed = (clause: number) => 10 - clause;
    expect(nextItem(items, items[1] ?? null, 1, reversed)).toEqual({ kind: "unseen", clause: 6 });
  });

  it("is compared by kind and subject", () => {
    expect(isSameItem({ kind: "errors", count: 1 }, { kind: "errors", count: 2 })).toBe(true);
    expect(isSameItem({ kind: "unseen", clause: 2 }, { kind: "flagged", clause: 2 })).toBe(false);
  });
});
