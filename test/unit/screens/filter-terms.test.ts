import { expect, it } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { matchesFilter } from "../../../src/model/filter.ts";
import { requestText } from "../../../src/model/search-tokens.ts";
import {
  narrowedBy,
  termOfPayload,
  termsOf,
  toggledTerm,
  withTerm,
} from "../../../src/screens/deliveries/filter/terms.ts";
import { deliveryOf } from "../../support/app/deliveries.ts";
import { hostileStrings } from "../../support/hostile-text.ts";

it("includes and excludes every value of a delivery, however hostile", () => {
  for (const { text } of hostileStrings) {
    if (text === "") continue;
    const row = {
      ...deliveryOf(1),
      route: text,
      webhookId: text,
      remote: text,
      event: { scope: text, action: text },
      repo: { type: "dataset", name: text },
    };
    for (const { label, term } of termsOf(row)) {
      const matches = (filter: string) => matchesFilter(parseFilter(filter, 0), row, () => "");
      expect(matches(withTerm("", term, false)), `${label} ${term}`).toBe(true);
      expect(matches(withTerm("", term, true)), `${label} ${term}`).toBe(false);
    }
  }
});

it("finds the payload of a value", () => {
  for (const { text } of hostileStrings) {
    const json = JSON.stringify({ note: text });
    const found = termOfPayload(deliveryOf(1), ".note", text);
    if (found === null) continue;
    const matches = (filter: string) =>
      matchesFilter(parseFilter(filter, 0), deliveryOf(1), () =>
        requestText({ body: Buffer.from(json), headers: [] }),
      );
    expect(matches(withTerm("", found.term, false)), found.term).toBe(true);
    expect(matches(withTerm("", found.term, true)), found.term).toBe(false);
  }
});

it.each([
  ["", "is:latest"],
  ["is:failed", "is:failed is:latest"],
  ["is:latest is:failed", "is:failed"],
  ["-is:latest", "-is:latest is:latest"],
])("toggles a term of %j to %j", (filter, expected) => {
  expect(toggledTerm(filter, "is:latest")).toBe(expected);
});

it.each([
  ["", "route:a", false, "route:a"],
  ["is:failed", "route:a", true, "is:failed -route:a"],
  ["route:b word", "route:a", false, "word route:a"],
  ["-route:b word", "route:a", false, "-route:b word route:a"],
  ["-route:a word", "route:a", false, "word route:a"],
  ["route:a word", "route:a", true, "word -route:a"],
  ['"x y"', '"z"', false, '"x y" "z"'],
  ["broken:", "route:a", false, "route:a"],
])("changes %j by %j (excluded: %j) to %j", (filter, term, negated, expected) => {
  expect(withTerm(filter, term, negated)).toBe(expected);
});

it.each([
  ["", ["is:failed", "cause:x"], "is:failed cause:x"],
  ["is:replay is:failed", ["is:failed", "cause:x"], "is:replay is:failed cause:x"],
  ['@open "a b"', ["is:failed"], '@open "a b" is:failed'],
])("narrows %j by %j to %j", (filter, terms, expected) => {
  expect(narrowedBy(filter, terms)).toBe(expected);
});
