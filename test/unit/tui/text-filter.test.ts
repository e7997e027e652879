import { expect, it } from "vitest";
import { textField } from "../../../src/tui/text-field.ts";
import { filterProblem, matchingText } from "../../../src/tui/text-filter.ts";

const items = ["Hub one failing", "Hub two disabled failing", "tunnel"];
const matching = (text: string) =>
  matchingText(items, { filter: textField(text), editingFilter: false }, (item) => item);

it.each([
  ["", items],
  ["hub", items.slice(0, 2)],
  ["failing !disabled", ["Hub one failing"]],
  ["-hub", ["tunnel"]],
  ["--hub", []],
  ["tunnel !", ["tunnel"]],
  ["!hub !tunnel", []],
  ['"two disabled"', ["Hub two disabled failing"]],
  ['-"two disabled" hub', ["Hub one failing"]],
  ['"open phrase', []],
  ['"not"', []],
])("filters by the words of %j, without those after - or !", (text, found) => {
  expect(matching(text)).toEqual(found);
});

it.each([
  ["NOT failing", "NOT is no word to search: write -word to exclude a word"],
  ["hub And tunnel", "And is no word to search: separate words by a space"],
  ["hub && tunnel", "&& is no word to search"],
  ["hub or tunnel", "or is no word to search: a row must contain all words"],
  ["hub | tunnel", "| is no word to search"],
  ["hub (tunnel)", "(tunnel) is no word to search: words cannot be grouped"],
  ["-or", "-or is no word to search"],
])("refuses the operator in %j, and shows no row", (text, problem) => {
  expect(filterProblem({ filter: textField(text), editingFilter: false })).toContain(problem);
  expect(matching(text)).toEqual([]);
});

it("searches an operator in quotes, and waits for the end of a typed word", () => {
  const problem = (text: string) => filterProblem({ filter: textField(text), editingFilter: true });
  expect(["not", "hub or", '"not" x', '"(a)" x', "nothing orders android "].map(problem)).toEqual(
    Array.from({ length: 5 }, () => null),
  );
  expect(problem("not ")).not.toBeNull();
});
