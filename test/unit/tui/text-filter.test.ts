import { expect, it } from "vitest";
import { textField } from "../../../src/tui/text-field.ts";
import { matchingText } from "../../../src/tui/text-filter.ts";

const items = ["Hub one failing", "Hub two disabled failing", "tunnel"];
const matching = (text: string) => matchingText(items, { filter: textField(text) }, (item) => item);

it.each([
  ["", items],
  ["hub", items.slice(0, 2)],
  ["failing !disabled", ["Hub one failing"]],
  ["-hub", ["tunnel"]],
  ["--hub", []],
  ["tunnel !", ["tunnel"]],
  ["!hub !tunnel", []],
])("filters by the words of %j, without those after - or !", (text, found) => {
  expect(matching(text)).toEqual(found);
});
