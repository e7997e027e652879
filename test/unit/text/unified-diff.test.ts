import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { unifiedDiff } from "../../../src/text/unified-diff.ts";
import { seededRandom } from "../../support/random.ts";

const folder = mkdtempSync(join(tmpdir(), "hooklens-diff-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the result of `git apply` for a text and a diff. */
function applied(before: string, diff: string): string {
  writeFileSync(join(folder, "a.txt"), before);
  const { status, stderr } = spawnSync("git", ["apply", "--unidiff-zero", "-"], { cwd: folder, input: diff });
  expect({ status, stderr: String(stderr) }).toEqual({ status: 0, stderr: "" });
  return readFileSync(join(folder, "a.txt"), "utf8");
}

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index + 1}\n`);

test("has three lines around each change, and a hunk for each group of changes", () => {
  const before = numbered(30);
  const after = before.with(4, "changed\n").toSpliced(20, 1);
  expect(unifiedDiff(["a/a.txt", "b/a.txt"], before.join(""), after.join(""))).toBe(`--- a/a.txt
+++ b/a.txt
@@ -2,7 +2,7 @@
 line 2
 line 3
 line 4
-line 5
+changed
 line 6
 line 7
 line 8
@@ -18,7 +18,6 @@
 line 18
 line 19
 line 20
-line 21
 line 22
 line 23
 line 24
`);
});

test("of two texts that are the same there is none", () => {
  expect(unifiedDiff(["a/a.txt", "b/a.txt"], "one\n", "one\n")).toBe("");
});

describe("git applies it", () => {
  test.each([
    ["to the first and the last line", "a\nb\nc\n", "x\nb\ny\n"],
    ["where a last line end is missing", "a\nb", "a\nc"],
    ["where a last line end comes", "a\nb", "a\nb\n"],
    ["where a last line end goes", "a\nb\n", "a\nb"],
    ["where line ends are CRLF", "a\r\nb\r\nc\r\n", "a\r\nx\r\nc\r\n"],
    ["where a text becomes empty", "a\nb\n", ""],
    ["where lines look like a diff's own", "--- a\n+++ b\n@@ -1 +1 @@\n", "--- a\n@@ -1 +1 @@\n+++ c\n"],
    ["where a byte order mark stands first", "\uFEFFa\nb\n", "\uFEFFa\nc\n"],
  ])("%s", (_, before, after) => {
    expect(applied(before, unifiedDiff(["a/a.txt", "b/a.txt"], before, after))).toBe(after);
  });

  test("to a hundred random changes of random texts", () => {
    const random = seededRandom(7);
    for (let round = 0; round < 100; round += 1) {
      const before = Array.from({ length: 1 + random.below(40) }, () => `${random.below(5)}\n`);
      let after = before;
      for (let edit = random.below(8); edit >= 0; edit -= 1) {
        const at = random.below(after.length + 1);
        after = after.toSpliced(at, random.below(3), ...numbered(random.below(3)));
      }
      const diff = unifiedDiff(["a/a.txt", "b/a.txt"], before.join(""), after.join(""));
      expect(diff === "" ? before.join("") : applied(before.join(""), diff)).toBe(after.join(""));
    }
  });
});

test("says no more than what changed, also of a long text", () => {
  const before = numbered(50_000);
  const after = before.map((line, index) => (index % 500 === 0 ? `new ${line}` : line));
  const lines = unifiedDiff(["a/a.txt", "b/a.txt"], before.join(""), after.join("")).split("\n");
  expect(lines.filter((line) => line.startsWith("+new"))).toHaveLength(100);
  expect(lines.filter((line) => line.startsWith("-line"))).toHaveLength(100);
});

test("replaces texts with too many differences as a whole", () => {
  const lines = (tag: string) => Array.from({ length: 3_000 }, (_, index) => `${tag}${index}\n`);
  const before = ["same\n", ...lines("a"), "end\n"].join("");
  const after = ["same\n", ...lines("b"), "end\n"].join("");
  const diff = unifiedDiff(["a/a.txt", "b/a.txt"], before, after);
  expect(diff).toContain("\n-end\n+same\n");
  expect(applied(before, diff)).toBe(after);
});
