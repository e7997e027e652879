import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { describe, expect, it } from "vitest";
import { changeReview, readReview, reviewPath } from "../../../../src/policy-files/review-file.ts";
import type { Mark } from "../../../../src/policy/review/marks.ts";
import { policyFolder } from "../../../support/policy/policy-folder.ts";

const nowMs = Date.UTC(2026, 10, 20, 9, 14, 3, 218);
const markOf = (clauseId: string): Mark => ({
  kind: "approved",
  clauseId,
  clauseHash: "a".repeat(64),
  text: "",
  by: "ada",
  at: "2026-11-20T09:14:03.218Z",
});

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

describe("a review's file", () => {
  it("is beside the policy, and empty until something is marked", () => {
    const folder = policyFolder({ "p.yaml": "" });
    const path = reviewPath(join(folder, "p.yaml"));
    expect(path).toBe(join(folder, "p.yaml.review.json"));
    expect(readReview(path)).toEqual({ ok: true, marks: [] });
    expect(existsSync(path)).toBe(false);
  });

  it("keeps what another app wrote meanwhile", () => {
    const path = join(policyFolder({ "p.yaml": "" }), "p.yaml.review.json");
    changeReview(path, (marks) => [...marks, markOf("A-1")], nowMs);
    changeReview(path, (marks) => [...marks, markOf("A-2")], nowMs);
    expect(readReview(path)).toEqual({ ok: true, marks: [markOf("A-1"), markOf("A-2")] });
  });

  it("that cannot be read is put aside, byte for byte, and a new one begun", () => {
    const folder = policyFolder({ "p.yaml.review.json": "{ half" });
    const path = join(folder, "p.yaml.review.json");
    const aside = changeReview(path, () => [markOf("A-1")], nowMs);
    expect(aside).toBe(`${path}.damaged-2026-11-20T091403.218Z`);
    expect(readFileSync(aside ?? "", "utf8")).toBe("{ half");
    expect(readReview(path)).toEqual({ ok: true, marks: [markOf("A-1")] });
  });

  it("of a megabyte and more is not read", () => {
    const folder = policyFolder({ "p.yaml.review.json": `"${"x".repeat(1_000_000)}"` });
    expect(readReview(join(folder, "p.yaml.review.json"))).toEqual({
      ok: false,
      why: "it has 1 MB",
      isLater: false,
    });
  });

  it("of a later hooklens is left as it is", () => {
    const later = '{"format":"hooklens-review","version":7}';
    const path = join(policyFolder({ "p.yaml.review.json": later }), "p.yaml.review.json");
    expect(() => changeReview(path, () => [], nowMs)).toThrow(/a later version of hooklens wrote it/);
    expect(readFileSync(path, "utf8")).toBe(later);
  });

  it("is made with its folder, where that is to be made", () => {
    const path = join(policyFolder({ x: "" }), "reviews", "p.yaml.review.json");
    changeReview(path, () => [markOf("A-1")], nowMs);
    expect(readReview(path).ok).toBe(true);
  });

  it("says why it cannot be saved in a folder that may not be written", () => {
    const folder = policyFolder({ "p.yaml": "" });
    chmodSync(folder, 0o555);
    const path = join(folder, "p.yaml.review.json");
    expect(() => asNobody(() => changeReview(path, () => [], nowMs))).toThrow(
      /cannot be saved in .*EACCES.*Make its directory writable/,
    );
    chmodSync(folder, 0o700);
    expect(readdirSync(folder)).toEqual(["p.yaml"]);
  });

  it("says why it cannot be kept where its folder is none", () => {
    const file = join(policyFolder({ "p.yaml": "" }), "p.yaml");
    expect(() => changeReview(join(file, "x.review.json"), () => [], nowMs)).toThrow(
      /cannot be saved in .*Make its/,
    );
  });

  it("reports a folder in place of the file", () => {
    const path = join(policyFolder({ "p.yaml": "" }), "p.yaml.review.json");
    mkdirSync(join(path, "in the way"), { recursive: true });
    writeFileSync(join(path, "in the way", "x"), "");
    expect(readReview(path)).toMatchObject({ ok: false, why: "EISDIR" });
  });
});
