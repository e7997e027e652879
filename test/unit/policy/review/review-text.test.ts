import { expect, it } from "vitest";
import { entryKinds } from "../../../../src/policy/review/review-entry.ts";
import { entryFileName, entryId, entryText, readEntry } from "../../../../src/policy/review/review-text.ts";
import { hostileStrings } from "../../../support/hostile-text.ts";
import { reviewEntry } from "../../../support/policy/review-entries.ts";

const at = "2026-11-20T09:14:03.218Z";

it("reads what it writes, for any texts", () => {
  for (const kind of entryKinds) {
    for (const { text } of hostileStrings) {
      const said = text.toWellFormed();
      const entry = reviewEntry(kind, { clauseId: said, by: said, text: said, to: said });
      expect(readEntry(entryText(entry))).toEqual({ ok: true, entry });
    }
  }
});

it("names the file of an entry with characters that every file system accepts", () => {
  for (const { text } of hostileStrings) {
    const name = entryFileName(reviewEntry("approved", { clauseId: text }));
    expect(name).toMatch(/^[\w-][\w.-]*\.json$/);
    expect(name.length).toBeLessThan(200);
  }
  const entry = reviewEntry("approved", { clauseId: "HIPAA-164.312b", id: entryId(at, "0a1b2c3d4e") });
  expect(entryFileName(entry)).toBe("HIPAA-164.312b.20261120T091403218Z-0a1b2c3d.json");
});

it.each([
  ["", "it is not JSON"],
  ["{", "it is not JSON"],
  ["[]", "it is not a review"],
  ['{"format":"hooklens-review","version":1}', "version is invalid"],
  ['{"format":"other","version":2}', "format is invalid"],
  [entryText(reviewEntry("approved", { clauseHash: "x" })), "clause_sha256 is invalid"],
  [entryText(reviewEntry("approved", { at: "today" })), "at is invalid"],
  ['{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> b\n}', "line 2 has a conflict marker of git"],
])("says why %j cannot be read", (text, why) => {
  expect(readEntry(text)).toEqual({ ok: false, why });
});

it("knows a later version from a damaged file", () => {
  const text = '{"format":"hooklens-review","version":3,"marks":"elsewhere"}';
  expect(readEntry(text)).toEqual({ ok: false, why: "a later version of hooklens wrote it" });
});
