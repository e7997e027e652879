import { expect, it } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { filterValue } from "../../../src/model/filter-value.ts";
import { completeFilter } from "../../../src/screens/deliveries/filter/complete-filter.ts";
import { completed } from "../../../src/tui/completion.ts";
import { textField } from "../../../src/tui/text-field.ts";
import { hostileStrings } from "../../support/hostile-text.ts";

const names = {
  seen: [
    { field: "route", value: "train" },
    { field: "route", value: "new data" },
    { field: "repo", value: "me/corpus" },
    { field: "repo", value: "a:b" },
    { field: "status", value: "404" },
  ],
  saved: { broken: "is:failed" },
} as const;

/** Returns the texts that a filter becomes with each suggestion at the `^`. */
function completions(marked: string): readonly string[] {
  const caret = marked.indexOf("^");
  const text = marked.replace("^", "");
  const completion = completeFilter(text, caret, names);
  const field = { ...textField(text), caret };
  return completion.suggestions.map((suggestion) => completed(field, completion, suggestion).value);
}

it.each([
  [
    "^",
    [
      "is:",
      "status:",
      "route:",
      "repo:",
      "scope:",
      "action:",
      "webhook:",
      "from:",
      "path:",
      "reason:",
      "cause:",
      "took:",
      "seq:",
      "since:",
      "until:",
      "@broken",
    ],
  ],
  ["ro^", ["route:"]],
  ["is:failed sc^", ["is:failed scope:"]],
  ["-sc^ x", ["-scope: x"]],
  ["route:^", ["route:train", 'route:"new data"']],
  ["route:new^", ['route:"new data"']],
  ['route:"new^', ['route:"new data"']],
  ["route:train|ne^", ['route:train|"new data"']],
  ["-route:t^r x", ["-route:train x"]],
  ["repo:^", ["repo:me/corpus", "repo:*:a:b"]],
  ["status:4^", ["status:404", "status:4xx"]],
  ["is:dup^", ["is:duplicate"]],
  ["since:24^", ["since:24h"]],
  ["@br^", ["@broken"]],
  ['"ro^', []],
  ["nonsense:^", []],
])("completes %s", (marked, expected) => {
  expect(completions(marked).slice(0, expected.length || 1)).toEqual(expected);
});

it("writes values that the parser reads back", () => {
  for (const text of [
    ...hostileStrings.map((one) => one.text),
    'a"b',
    "a\\b",
    "a|b",
    " ",
    "a:b",
    "-x",
    '\\"',
  ]) {
    const filter = `route:${filterValue(text)}`;
    expect(
      parseFilter(filter).terms.map(({ match }) => match),
      filter,
    ).toEqual([{ kind: "route", anyOf: [text] }]);
  }
});
