import { expect, it } from "vitest";
import { markdown } from "../../../../src/policy/report/markdown.ts";

it.each([
  ["plain words", "plain words"],
  ["HC-164.300", "HC-164.300"],
  ["- item", "\\- item"],
  ["1. item", "1\\. item"],
  ["    code", "code"],
  ["# head", "\\# head"],
  ["> quote", "&gt; quote"],
  ["www.example.org", "www\\.example.org"],
  ["a WWW.example.org", "a WWW\\.example.org"],
  ["https://example.org", "https\\://example.org"],
  ["[a](b) | `c` *d* <e>", "\\[a\\]\\(b\\) \\| \\`c\\` \\*d\\* &lt;e&gt;"],
  ["two\nlines", "two␊lines"],
])("%j becomes text: %j", (text, escaped) => {
  expect(markdown(text)).toBe(escaped);
});
