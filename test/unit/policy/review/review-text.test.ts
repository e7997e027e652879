import { expect, it } from "vitest";
import type { Mark } from "../../../../src/policy/review/marks.ts";
import { readReviewText, reviewText } from "../../../../src/policy/review/review-text.ts";
import { hostileStrings } from "../../../support/hostile-text.ts";

const hash = "a".repeat(64);
const at = "2026-11-20T09:14:03.218Z";

it("reads what it writes, for any texts", () => {
  const marks = hostileStrings.flatMap(({ text }): Mark[] => [
    {
      kind: "approved",
      clauseId: text.toWellFormed(),
      clauseHash: hash,
      text: "",
      by: text.toWellFormed(),
      at,
    },
    { kind: "comment", clauseId: "A-1", clauseHash: hash, text: text.toWellFormed(), by: "ada", at },
  ]);
  const text = reviewText(marks);
  expect(readReviewText(text)).toEqual({ ok: true, marks });
  // One mark a line: that is what makes two people's marks merge.
  expect(text.split("\n").filter((line) => line.includes('"kind"'))).toHaveLength(marks.length);
  expect(readReviewText(reviewText([]))).toEqual({ ok: true, marks: [] });
});

it.each([
  ["", "it is not JSON"],
  ["{", "it is not JSON"],
  ["[]", "it is not a review"],
  ['{"format":"hooklens-review","version":1}', "marks is invalid"],
  ['{"format":"other","version":1,"marks":[]}', "format is invalid"],
  ['{"format":"hooklens-review","version":1,"marks":[{"kind":"praised"}]}', "marks.0.kind is invalid"],
  [
    `{"format":"hooklens-review","version":1,"marks":[{"kind":"approved","clause_id":"A","clause_sha256":"${hash}","by":"x","at":"today"}]}`,
    "marks.0.at is invalid",
  ],
])("says why %j cannot be read", (text, why) => {
  expect(readReviewText(text)).toEqual({ ok: false, why, isLater: false });
});

it("knows a review of a later version from a damaged one", () => {
  const text = '{"format":"hooklens-review","version":2,"marks":"elsewhere"}';
  expect(readReviewText(text)).toMatchObject({ ok: false, isLater: true });
});
