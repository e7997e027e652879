import { describe, expect, it } from "vitest";
import {
  type ClauseReview,
  clauseReviews,
  openThreads,
  standingCounts,
  type ReviewedClause,
} from "../../../../src/policy/review/clause-review.ts";
import type { EntryKind, ReviewEntry } from "../../../../src/policy/review/review-entry.ts";
import { reviewEntry } from "../../../support/policy/review-entries.ts";

const [now, before] = ["1".repeat(64), "0".repeat(64)];
const clause: ReviewedClause = { id: "A-100", hash: now };

function reviewOf(...entries: readonly ReviewEntry[]): ClauseReview {
  const [review] = clauseReviews([clause], entries);
  if (review === undefined) throw new Error("no review");
  return review;
}

const by = (name: string, kind: EntryKind, more: Partial<ReviewEntry> = {}) =>
  reviewEntry(kind, { by: name, ...more });

describe("the standing of a clause", () => {
  it.each<[ClauseReview["standing"], string, readonly ReviewEntry[]]>([
    ["none", "no entries", []],
    ["none", "only comments", [by("ann", "comment", { text: "why?" })]],
    ["approved", "one approval", [by("ann", "approved")]],
    ["approved", "two approvals", [by("ann", "approved"), by("bob", "approved")]],
    ["flagged", "one flag", [by("ann", "flagged")]],
    ["disagreement", "an approval and a flag", [by("ann", "approved"), by("bob", "flagged")]],
    ["flagged", "the later verdict of one person", [by("ann", "approved"), by("ann", "flagged")]],
    ["approved", "a flag withdrawn", [by("ann", "approved"), by("bob", "flagged"), by("bob", "withdrawn")]],
    ["none", "the only verdict withdrawn", [by("ann", "approved"), by("ann", "withdrawn")]],
    ["reopened", "an approval before an edit", [by("ann", "approved", { clauseHash: before })]],
    ["reopened", "a flag before an edit", [by("ann", "flagged", { clauseHash: before })]],
    [
      "approved",
      "an approval before an edit, and one after it",
      [by("ann", "approved", { clauseHash: before }), by("bob", "approved")],
    ],
    [
      "reopened",
      "a flag before an edit that its author has not renewed",
      [by("bob", "flagged", { clauseHash: before }), by("ann", "approved")],
    ],
    [
      "approved",
      "a flag before an edit, withdrawn later",
      [by("bob", "flagged", { clauseHash: before }), by("ann", "approved"), by("bob", "withdrawn")],
    ],
  ])("is %s with %s", (standing, _name, entries) => {
    expect(reviewOf(...entries).standing).toBe(standing);
    // The order of the files says nothing: that of the times does.
    expect(reviewOf(...entries.toReversed()).standing).toBe(standing);
  });

  it("counts as approved only without a flag, and while the approval is of the current content", () => {
    const reviews = [
      reviewOf(by("ann", "approved")),
      reviewOf(by("ann", "flagged")),
      reviewOf(by("ann", "approved"), by("bob", "flagged")),
      reviewOf(by("ann", "approved", { clauseHash: before })),
      reviewOf(by("ann", "comment")),
    ];
    expect(standingCounts(reviews)).toEqual({
      approved: 1,
      flagged: 1,
      disagreement: 1,
      reopened: 1,
      none: 1,
    });
  });

  it("distinguishes two clauses with one ID by their content", () => {
    const reviews = clauseReviews([clause, { id: "A-100", hash: before }], [by("ann", "approved")]);
    expect(reviews.map(({ standing }) => standing)).toEqual(["approved", "none"]);
  });

  it("is none without an ID or a hash", () => {
    const unnamed = [
      { id: null, hash: now },
      { id: "A-100", hash: null },
    ];
    const reviews = clauseReviews(unnamed, [by("ann", "approved", { clauseId: "B" })]);
    expect(reviews.map(({ standing }) => standing)).toEqual(["none", "none"]);
  });

  it("counts an entry that exists twice once", () => {
    const approved = by("ann", "approved");
    expect(reviewOf(approved, approved, { ...approved }).verdicts).toHaveLength(1);
  });
});

describe("the discussion of a clause", () => {
  it("has a thread for each verdict that counts and each comment, with their replies", () => {
    const flag = by("ann", "flagged", { text: "too low?" });
    const comment = by("bob", "comment", { text: "see the guide" });
    const replies = [
      by("bob", "reply", { to: flag.id, text: "no" }),
      by("ann", "reply", { to: flag.id, text: "yes" }),
    ];
    const { threads } = reviewOf(...replies.toReversed(), comment, flag);
    expect(threads.map(({ root }) => root.id)).toEqual([flag.id, comment.id]);
    expect(threads[0]?.replies.map(({ text }) => text)).toEqual(["no", "yes"]);
  });

  it("is in the order of writing, also of entries of one second, whatever their IDs", () => {
    const at = "2026-11-20T09:00:00Z";
    const flag = by("ann", "flagged", { at, id: "z", text: "no owner" });
    const comment = by("ann", "comment", { at, id: "y", text: "who?" });
    const reply = by("bob", "reply", { at, id: "x", to: comment.id, text: "me" });
    const resolved = by("ann", "resolved", { at, id: "w", to: comment.id });
    const reopened = by("bob", "reopened", { at, id: "v", to: comment.id });
    const { threads } = reviewOf(reopened, resolved, reply, comment, flag);
    expect(threads.map(({ root, replies }) => [root.id, ...replies.map(({ id }) => id)])).toEqual([
      ["z"],
      ["y", "x"],
    ]);
    expect(threads[1]?.resolved).toBeNull();
  });

  it("resolves a thread and opens it again", () => {
    const comment = by("ann", "comment");
    const resolved = by("bob", "resolved", { to: comment.id });
    expect(reviewOf(comment, resolved).threads[0]?.resolved).toEqual(resolved);
    expect(openThreads(reviewOf(comment, resolved))).toEqual([]);
    const again = reviewOf(comment, resolved, by("ann", "reopened", { to: comment.id }));
    expect(openThreads(again)).toHaveLength(1);
  });

  it("keeps a replaced verdict without a text only with replies, and marks it", () => {
    const [first, second] = [by("ann", "flagged"), by("ann", "approved")];
    expect(reviewOf(first, second).threads.map(({ root }) => root.id)).toEqual([second.id]);
    const answered = reviewOf(first, second, by("bob", "reply", { to: first.id, text: "x" }));
    expect(answered.threads.map(({ root, counts }) => [root.id, counts])).toEqual([
      [first.id, false],
      [second.id, true],
    ]);
    expect(openThreads(answered)).toEqual([]);
  });

  it("keeps a replaced or withdrawn verdict with a text, and tells which it is", () => {
    const flag = by("ann", "flagged", { text: "too low" });
    const ended = (...entries: readonly ReviewEntry[]) =>
      reviewOf(flag, ...entries).threads.flatMap(({ root, counts, isWithdrawn }) =>
        root.id === flag.id ? [{ counts, isWithdrawn }] : [],
      );
    expect(ended()).toEqual([{ counts: true, isWithdrawn: false }]);
    expect(ended(by("bob", "withdrawn"), by("ann", "approved"))).toEqual([
      { counts: false, isWithdrawn: false },
    ]);
    expect(ended(by("ann", "withdrawn"), by("ann", "approved"))).toEqual([
      { counts: false, isWithdrawn: true },
    ]);
    expect(openThreads(reviewOf(flag, by("ann", "approved")))).toEqual([]);
  });

  it("keeps a reply without its first entry", () => {
    const { threads } = reviewOf(by("ann", "reply", { to: "gone", text: "still here" }));
    expect(threads.map(({ root }) => root.text)).toEqual(["still here"]);
  });

  it("marks what was said before the last edit", () => {
    const { threads } = reviewOf(by("ann", "comment", { clauseHash: before }), by("ann", "comment"));
    expect(threads.map(({ isOld }) => isOld)).toEqual([true, false]);
  });

  it("ends with entries that answer each other", () => {
    const loop = [by("ann", "reply", { id: "x", to: "y" }), by("ann", "reply", { id: "y", to: "x" })];
    expect(reviewOf(...loop).threads.length).toBeGreaterThan(0);
  });
});
