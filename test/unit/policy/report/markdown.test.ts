import { expect, it } from "vitest";
import { markdown } from "../../../../src/policy/report/markdown.ts";

it.each([
  "plain words",
  "HC-164.300",
  "2026-07-01, 2 valid signatures (auditor), quorum 1-of-2",
  "sealed: the policy is as in its last receipt",
  "receipt_retention_days 2192 → 730!",
  "1.5 > 1 & {x}",
  "-1 and +2, #3",
  "v1.0-rc",
])("%j stays as it is", (text) => {
  expect(markdown(text)).toBe(text);
});

it.each([
  ["- item", "\\- item"],
  ["+ item", "\\+ item"],
  ["1. item", "1\\. item"],
  ["12) item", "12\\) item"],
  ["---", "\\---"],
  ["- - -", "\\- - -"],
  ["===", "\\==="],
  ["    code", "code"],
  ["~~~", "\\~\\~\\~"],
  ["# head", "\\# head"],
  ["head ##", "head \\##"],
  ["> quote", "\\> quote"],
  ["www.example.org", "www\\.example.org"],
  ["a WWW.example.org", "a WWW\\.example.org"],
  ["https://example.org", "https\\://example.org"],
  ["ann@example.org, @bob", "ann@<!-- -->example.org, @<!-- -->bob"],
  ["[a](b) | `c` *d* <e>", "\\[a](b) \\| \\`c\\` \\*d\\* &lt;e>"],
  ["![a](b)", "!\\[a](b)"],
  ["_a_ b_c __d", "\\_a\\_ b_c \\_\\_d"],
  ["a \\| b", "a \\\\\\| b"],
  ["$x$ &lt; &#64;", "\\$x\\$ &amp;lt; &amp;#64;"],
  ["two\nlines\n", "two lines"],
])("%j becomes text: %j", (text, escaped) => {
  expect(markdown(text)).toBe(escaped);
});
