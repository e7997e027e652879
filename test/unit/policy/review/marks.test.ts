import { describe, expect, it } from "vitest";
import {
  clauseReviews,
  type Mark,
  reviewedCount,
  type ReviewedClause,
  withMark,
} from "../../../../src/policy/review/marks.ts";

const clause = (id: string, hash: string): ReviewedClause => ({ id, hash });

function mark(kind: Mark["kind"], clauseId: string, clauseHash: string, text = ""): Mark {
  return { kind, clauseId, clauseHash, text, by: "ada", at: "2026-11-20T09:14:03.218Z" };
}

describe("the state of a clause", () => {
  it("is its verdict while its content is unchanged", () => {
    const clauses = [clause("A", "1"), clause("B", "2"), clause("C", "3")];
    const reviews = clauseReviews(clauses, [mark("approved", "A", "1"), mark("flagged", "B", "2")]);
    expect(reviews.map(({ standing }) => standing)).toEqual(["approved", "flagged", "none"]);
    expect(reviewedCount(reviews)).toBe(2);
  });

  it("is reopened by an edit, and its comment is kept as old", () => {
    const [review] = clauseReviews(
      [clause("A", "2")],
      [mark("approved", "A", "1"), mark("comment", "A", "1", "why?")],
    );
    expect(review).toMatchObject({ standing: "reopened", commentIsOld: true, comment: { text: "why?" } });
    expect(reviewedCount(review === undefined ? [] : [review])).toBe(0);
  });

  it("is what the last verdict says", () => {
    const [review] = clauseReviews(
      [clause("A", "1")],
      [mark("approved", "A", "1"), mark("flagged", "A", "1")],
    );
    expect(review?.standing).toBe("flagged");
  });

  it("distinguishes two clauses with one id by their content", () => {
    const clauses = [clause("A", "1"), clause("A", "2")];
    const reviews = clauseReviews(clauses, [mark("approved", "A", "1")]);
    expect(reviews.map(({ standing }) => standing)).toEqual(["approved", "none"]);
  });

  it("is none for what has no id or no hash", () => {
    const unnamed = [
      { id: null, hash: "1" },
      { id: "A", hash: null },
    ];
    const reviews = clauseReviews(unnamed, [mark("approved", "B", "1")]);
    expect(reviews.map(({ standing }) => standing)).toEqual(["none", "none"]);
  });
});

describe("a mark", () => {
  const clauses = [clause("A", "1"), clause("B", "2")];

  it("takes the place of the clause's verdict, and leaves its comment and other clauses", () => {
    const before = [mark("approved", "B", "2"), mark("comment", "A", "1", "x"), mark("approved", "A", "0")];
    expect(withMark(before, mark("flagged", "A", "1"), clauses)).toEqual([
      mark("approved", "B", "2"),
      mark("comment", "A", "1", "x"),
      mark("flagged", "A", "1"),
    ]);
  });

  it("that is there already is taken back; one for another content is put anew", () => {
    expect(withMark([mark("approved", "A", "1")], mark("approved", "A", "1"), clauses)).toEqual([]);
    expect(withMark([mark("approved", "A", "0")], mark("approved", "A", "1"), clauses)).toEqual([
      mark("approved", "A", "1"),
    ]);
  });

  it("without words takes a comment away", () => {
    expect(withMark([mark("comment", "A", "1", "x")], mark("comment", "A", "1"), clauses)).toEqual([]);
  });

  it("of one of two clauses with one id leaves the other's", () => {
    const twins = [clause("A", "1"), clause("A", "2")];
    const marks = withMark([mark("approved", "A", "1")], mark("flagged", "A", "2"), twins);
    expect(clauseReviews(twins, marks).map(({ standing }) => standing)).toEqual(["approved", "flagged"]);
  });
});
