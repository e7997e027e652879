import { expect, it } from "vitest";
import { clauseReviews } from "../../../../../src/policy/review/clause-review.ts";
import type { ReviewEntry } from "../../../../../src/policy/review/review-entry.ts";
import {
  resolvableChoice,
  threadChoice,
} from "../../../../../src/screens/policies/operations/review-entries.ts";
import { reviewEntry } from "../../../../support/policy/review-entries.ts";

/** Returns the IDs of the discussions of a clause that ann chooses from, and the proposed one. */
function choice(...entries: readonly ReviewEntry[]) {
  return chosenBy(threadChoice, entries);
}

function chosenBy(choose: typeof threadChoice, entries: readonly ReviewEntry[]) {
  const [review] = clauseReviews([{ id: "A-100", hash: "1".repeat(64) }], entries);
  if (review === undefined) throw new Error("no review");
  const { threads, proposed } = choose(review, "ann");
  return { ids: threads.map(({ root }) => root.id), proposed: threads[proposed]?.root.id };
}

it("proposes the newest open comment or flag of somebody else, and lists bare verdicts last", () => {
  const flag = reviewEntry("flagged", { by: "bob", text: "too low" });
  const comment = reviewEntry("comment", { by: "cy", text: "why?" });
  const mine = reviewEntry("comment", { by: "ann", text: "because" });
  const approved = reviewEntry("approved", { by: "ann" });
  const ids = [mine.id, comment.id, flag.id, approved.id];
  const all = [flag, comment, mine, approved];
  expect(choice(...all)).toEqual({ ids, proposed: comment.id });
  const resolved = reviewEntry("resolved", { by: "ann", to: comment.id });
  expect(choice(...all, resolved)).toEqual({ ids, proposed: flag.id });
  expect(choice(mine, approved)).toEqual({ ids: [mine.id, approved.id], proposed: mine.id });
});

it("has no verdict that was replaced, unless it was answered", () => {
  const flag = reviewEntry("flagged", { by: "ann", text: "too low" });
  const approved = reviewEntry("approved", { by: "ann" });
  expect(choice(flag, approved).ids).toEqual([approved.id]);
  const reply = reviewEntry("reply", { by: "bob", to: flag.id, text: "no" });
  expect(choice(flag, approved, reply)).toEqual({ ids: [flag.id, approved.id], proposed: flag.id });
});

it("has no approval to resolve or reopen, not even one that was answered or resolved before", () => {
  const approved = reviewEntry("approved", { by: "ann", text: "fine" });
  const reply = reviewEntry("reply", { by: "bob", to: approved.id, text: "no" });
  const resolved = reviewEntry("resolved", { by: "ann", to: approved.id });
  const verdict = [approved, reply, resolved];
  expect(choice(...verdict).ids).toEqual([approved.id]);
  expect(chosenBy(resolvableChoice, verdict)).toEqual({ ids: [], proposed: undefined });
  const comment = reviewEntry("comment", { by: "cy", text: "why?" });
  const flag = reviewEntry("flagged", { by: "bob", text: "too low" });
  const newer = reviewEntry("approved", { by: "dan" });
  expect(chosenBy(resolvableChoice, [...verdict, comment, flag, newer])).toEqual({
    ids: [flag.id, comment.id],
    proposed: flag.id,
  });
});
