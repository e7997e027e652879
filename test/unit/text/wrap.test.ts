import { expect, it } from "vitest";
import { span } from "../../../src/text/line.ts";
import { visible } from "../../../src/text/visible.ts";
import { displayWidth } from "../../../src/text/width.ts";
import { urlBreaks, wrapProse, wrapWords } from "../../../src/text/wrap.ts";

const wrapped = (text: string, width: number, indent = 0) =>
  wrapWords(span(visible(text)), width, indent).map(({ spans }) => spans.map((one) => one.text).join(""));

it("wraps between words and indents the rows after the first", () => {
  expect(wrapped("one two three", 7)).toEqual(["one two", "three"]);
  expect(wrapped("one two three", 9, 2)).toEqual(["one two", "  three"]);
});

it("keeps a word that is wider than the row beside the label in the indent", () => {
  expect(wrapped("id: abcdefghij", 9, 4)).toEqual(["id: abcde", "    fghij"]);
});

it("wraps a URL before a part of its path", () => {
  const url = { spans: [span(visible("to ")), span(visible("http://a.example/hooks/in?b=1&c=2"))] };
  const rows = wrapProse(url, 20, 3, urlBreaks).map(({ spans }) => spans.map((one) => one.text).join(""));
  expect(rows).toEqual(["to http://a.example/", "   hooks/in?b=1&c=2"]);
});

it("gives up the indent where it would leave too little room", () => {
  expect(wrapped("one two three", 6, 6)).toEqual(["one", "two", "three"]);
  expect(wrapped("ab cd", 2, 2)).toEqual(["ab", "cd"]);
});

it("puts one character into each row of one column, and none twice", () => {
  expect(wrapped("ab c", 1, 2)).toEqual(["a", "b", "c"]);
  // A wide character does not fit and is not lost.
  expect(wrapped("日本", 1)).toEqual(["日", "本"]);
});

it("never exceeds the width or loses a character, for any width and indent", () => {
  const text = "the quick brown-fox jumps_over 12345678901234567890 it";
  for (let width = 1; width < 30; width += 1) {
    for (let indent = 0; indent <= width + 1; indent += 1) {
      const rows = wrapped(text, width, indent);
      expect(Math.max(...rows.map((row) => displayWidth(row)))).toBeLessThanOrEqual(width);
      expect(rows.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
      expect(rows.every((row) => row.trim() !== "")).toBe(true);
    }
  }
});
