import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { reviewPath } from "../../../../src/policy-files/beside-policy.ts";
import { addEntry, readReview, removeEntry } from "../../../../src/policy-files/review-folder.ts";
import { entryFileName } from "../../../../src/policy/review/review-text.ts";
import { policyFolder } from "../../../support/policy/policy-folder.ts";
import { reviewEntry } from "../../../support/policy/review-entries.ts";

/** Root may write everywhere, so that root does this as somebody who may not. */
function asNobody(act: () => void): void {
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65_534);
  try {
    act();
  } finally {
    if (isRoot) process.seteuid?.(0);
  }
}

function freshReview(files: Readonly<Record<string, string>> = {}): string {
  return reviewPath(join(policyFolder({ "p.yaml": "", ...files }), "p.yaml"));
}

describe("a review", () => {
  it("is a directory beside the policy, and missing until something is entered", () => {
    const path = freshReview();
    expect(path).toMatch(/p\.yaml\.review$/);
    expect(readReview(path)).toEqual({ entries: [], problem: null });
    expect(existsSync(path)).toBe(false);
  });

  it("has a file for each entry, which no other entry changes", () => {
    const path = freshReview();
    const [one, other] = [reviewEntry("approved"), reviewEntry("flagged", { text: "why?" })];
    addEntry(path, one);
    const before = readFileSync(join(path, entryFileName(one)), "utf8");
    addEntry(path, other);
    expect(readdirSync(path).toSorted()).toEqual([one, other].map(entryFileName).toSorted());
    expect(readFileSync(join(path, entryFileName(one)), "utf8")).toBe(before);
    expect(readReview(path)).toEqual({ entries: expect.arrayContaining([one, other]), problem: null });
  });

  it("loses an entry that is removed, and then its directory", () => {
    const path = freshReview();
    const [one, other] = [reviewEntry("approved"), reviewEntry("approved")];
    addEntry(path, one);
    addEntry(path, other);
    removeEntry(path, one);
    removeEntry(path, one);
    expect(readReview(path).entries).toEqual([other]);
    removeEntry(path, other);
    expect(existsSync(path)).toBe(false);
  });

  it("never replaces a file", () => {
    const path = freshReview();
    const entry = reviewEntry("approved");
    addEntry(path, entry);
    expect(() => addEntry(path, { ...entry, by: "bob" })).toThrow(/cannot be saved/);
    expect(readReview(path).entries).toEqual([entry]);
  });

  it("names unreadable files with the reason, and shows the others", () => {
    const path = freshReview();
    const entry = reviewEntry("approved");
    addEntry(path, entry);
    writeFileSync(join(path, "A.json"), "{\n<<<<<<< HEAD\n=======\n>>>>>>> b\n}");
    expect(readReview(path)).toEqual({
      entries: [entry],
      problem: `${join("p.yaml.review", "A.json")}: line 2 has a conflict marker of git`,
    });
    writeFileSync(join(path, "B.json"), "x".repeat(1_000_001));
    expect(readReview(path).problem).toMatch(/conflict marker of git, and 1 more file$/);
    addEntry(path, reviewEntry("flagged"));
    expect(readFileSync(join(path, "A.json"), "utf8")).toContain("<<<<<<< HEAD");
  });

  it("ignores files that are not entries, such as a draft of a process that died", () => {
    const path = freshReview({ "p.yaml.review/x.json.0a1b2c": "{", "p.yaml.review/README.md": "x" });
    expect(readReview(path)).toEqual({ entries: [], problem: null });
  });

  it("says why it cannot be saved in a directory that may not be written", () => {
    const path = freshReview();
    chmodSync(join(path, ".."), 0o555);
    expect(() => asNobody(() => addEntry(path, reviewEntry("approved")))).toThrow(
      /cannot be saved in .*EACCES.*Make its directory writable/,
    );
    chmodSync(join(path, ".."), 0o700);
  });

  it("reports a file in place of the directory", () => {
    const path = freshReview({ "p.yaml.review": "x" });
    expect(readReview(path)).toEqual({ entries: [], problem: "p.yaml.review: ENOTDIR" });
    expect(() => addEntry(path, reviewEntry("approved"))).toThrow(/cannot be saved/);
  });

  it("reports an entry that is a directory, and one that a later hooklens wrote", () => {
    const later = '{"format":"hooklens-review","version":7}';
    const path = freshReview({ "p.yaml.review/B.json": later });
    const name = join("p.yaml.review", "B.json");
    expect(readReview(path).problem).toBe(`${name}: a later version of hooklens wrote it`);
    addEntry(path, reviewEntry("approved"));
    expect(readFileSync(join(path, "B.json"), "utf8")).toBe(later);
    mkdirSync(join(path, "A.json"));
    expect(readReview(path)).toMatchObject({
      entries: [{}],
      problem: `${join("p.yaml.review", "A.json")}: it is a directory, and 1 more file`,
    });
  });
});
