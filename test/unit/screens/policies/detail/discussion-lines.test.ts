import { expect, it } from "vitest";
import { clauseReviews } from "../../../../../src/policy/review/clause-review.ts";
import { discussionLines } from "../../../../../src/screens/policies/detail/discussion-lines.ts";
import { lineWidth } from "../../../../../src/text/line.ts";
import { reviewEntry } from "../../../../support/policy/review-entries.ts";

it("is in the order of writing, with each reply below what it answers", () => {
  const flag = reviewEntry("flagged", { text: "no owner" });
  const comment = reviewEntry("comment", { text: "who is it?" });
  const entries = [
    reviewEntry("reply", { by: "bob", to: comment.id, text: "me" }),
    comment,
    flag,
    reviewEntry("reply", { by: "bob", to: flag.id, text: "named now" }),
  ];
  const [review] = clauseReviews([{ id: flag.clauseId, hash: flag.clauseHash }], entries);
  const lines = discussionLines(review!, "ann", 80, "utc").map(({ spans }) =>
    spans.map(({ text }) => text).join(""),
  );
  const [rule, ...entriesBelow] = lines;
  expect(rule).toMatch(/^ ── discussion ─/);
  expect(entriesBelow.map((text) => text.replace(/ +\S+ \d\d:\d\d +/, " ").trimEnd())).toEqual([
    " ⚑ you no owner",
    " ↳ bob named now",
    " ✎ you who is it?",
    " ↳ bob me",
  ]);
});

it("has no line wider than the pane, which would cut it", () => {
  const comment = reviewEntry("comment", { text: 'Prüfung 审查 🔍 "q" \\ of a very long text that goes on' });
  const [review] = clauseReviews([{ id: comment.clauseId, hash: comment.clauseHash }], [comment]);
  for (let width = 32; width <= 120; width += 1) {
    const widths = discussionLines(review!, "ann", width, "utc").map(lineWidth);
    expect(Math.max(...widths)).toBeLessThanOrEqual(width);
  }
});
