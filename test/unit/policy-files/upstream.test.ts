import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { movedTo } from "../../../src/model/upstream.ts";
import { sha256Of } from "../../../src/policy-files/change-file.ts";
import { compareUpstream, isUpstreamPolicy } from "../../../src/policy-files/upstream/compare-upstream.ts";
import {
  readContent,
  readRevision,
  writeRevision,
} from "../../../src/policy-files/upstream/revision-store.ts";
import { removeTaken, takeOver } from "../../../src/policy-files/upstream/take-over.ts";

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "hooklens-upstream-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const revision = { sha: "a".repeat(40), fetchedAtMs: 1, tooLarge: [], removed: [], kept: {} };
const fileOf = (path: string, text: string) => ({ path, sha256: sha256Of(text) });

describe("an update of the branch", () => {
  const sha = "0123456789abcdef0123456789abcdef01234567";
  test.each<[unknown, string | null | undefined]>([
    [[{ ref: "refs/heads/main", oldSha: null, newSha: sha }], sha],
    [[{ ref: "refs/heads/main", oldSha: sha, newSha: null }], null],
    [[{ ref: "refs/heads/other", newSha: sha }], undefined],
    [[{ ref: "refs/tags/main", newSha: sha }], undefined],
    [[{ ref: "refs/heads/main", newSha: "../../etc" }], undefined],
    [[null, 7], undefined],
    ["refs", undefined],
  ])("%j", (updatedRefs, expected) => {
    expect(movedTo({ updatedRefs }, "main")).toBe(expected);
  });
});

test("only paths of policies that a directory shows are fetched", () => {
  const paths = [
    "a.yaml",
    "eu/b.yml",
    "c.json",
    "README.md",
    "../x.yaml",
    "/x.yaml",
    "a//x.yaml",
    ".git/x.yaml",
  ];
  const more = [
    "node_modules/x.yaml",
    "a.yaml.review.json",
    ".x.yaml",
    "a\\b.yaml",
    "a\nb.yaml",
    "a/../b.yaml",
  ];
  expect([...paths, ...more].filter(isUpstreamPolicy)).toEqual(["a.yaml", "eu/b.yml", "c.json"]);
});

test("a directory is compared with the revision: same, differs, new, removed, ours, kept", () => {
  const folder = freshFolder();
  for (const name of ["same.yaml", "differs.yaml", "gone.yaml", "mine.yaml", "kept.yaml"]) {
    writeFileSync(join(folder, name), "ours");
  }
  const documents = compareUpstream(folder, {
    ...revision,
    files: [
      fileOf("same.yaml", "ours"),
      fileOf("differs.yaml", "theirs"),
      fileOf("new.yaml", "theirs"),
      fileOf("kept.yaml", "theirs"),
    ],
    removed: ["gone.yaml"],
    kept: { "kept.yaml": sha256Of("theirs"), "differs.yaml": sha256Of("an earlier content") },
  });
  expect(documents.map(({ name, standing, isKept }) => [name, standing, isKept])).toEqual([
    ["differs.yaml", "differs", false],
    ["gone.yaml", "removed", false],
    ["kept.yaml", "differs", true],
    ["mine.yaml", "ours", false],
    ["new.yaml", "new", false],
    ["same.yaml", "same", false],
  ]);
});

test("a revision is stored with its contents, which replace those of the one before; a damaged one is none", () => {
  const dir = join(freshFolder(), "deep", "er");
  expect(readRevision(dir)).toBeNull();
  writeRevision(dir, { ...revision, files: [fileOf("a.yaml", "one")] }, [Buffer.from("one")]);
  writeRevision(dir, { ...revision, files: [fileOf("a.yaml", "two")] }, [Buffer.from("two")]);
  expect(readRevision(dir)).toMatchObject({ sha: revision.sha, files: [{ path: "a.yaml" }] });
  expect(Buffer.from(readContent(dir, sha256Of("two"))).toString()).toBe("two");
  expect(readdirSync(dir).toSorted()).toEqual([sha256Of("two"), "revision.json"].toSorted());
  writeFileSync(join(dir, sha256Of("two")), "altered");
  expect(() => readContent(dir, sha256Of("two"))).toThrow("the fetched revision is incomplete");
  writeFileSync(join(dir, "revision.json"), '{"version":1,"files":[null]}');
  expect(readRevision(dir)).toBeNull();
});

describe("a version that is taken over", () => {
  test("replaces ours only if it is as it was compared", () => {
    const folder = freshFolder();
    writeFileSync(join(folder, "a.yaml"), "ours");
    expect(() => takeOver(folder, "a.yaml", sha256Of("before"), Buffer.from("theirs"))).toThrow(
      "it changed in the meantime",
    );
    expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe("ours");
    const taken = takeOver(folder, "a.yaml", sha256Of("ours"), Buffer.from("\uFEFFtheirs\r\n"));
    expect(taken).toMatchObject({ before: "ours" });
    expect(readFileSync(join(folder, "a.yaml"), "utf8")).toBe("\uFEFFtheirs\r\n");
  });

  test("is created with its directory, never over another file, and is removed again while unchanged", () => {
    const folder = freshFolder();
    const { path, before, sha256 } = takeOver(folder, "eu/b.yaml", null, Buffer.from("theirs"));
    expect([path, before]).toEqual([join(folder, "eu", "b.yaml"), null]);
    expect(() => takeOver(folder, "eu/b.yaml", null, Buffer.from("theirs"))).toThrow(
      "created in the meantime",
    );
    writeFileSync(path, "edited");
    expect(() => removeTaken(path, sha256)).toThrow("it changed in the meantime");
    writeFileSync(path, "theirs");
    removeTaken(path, sha256);
    expect(existsSync(path)).toBe(false);
  });

  test("stays in the directory and is UTF-8", () => {
    const [folder, outside] = [freshFolder(), freshFolder()];
    symlinkSync(outside, join(folder, "link"));
    mkdirSync(join(folder, "eu"));
    expect(() => takeOver(folder, "link/b.yaml", null, Buffer.from("x"))).toThrow(
      "a link leads its path out",
    );
    expect(() => takeOver(folder, "../b.yaml", null, Buffer.from("x"))).toThrow("not that of a policy");
    expect(() => takeOver(folder, "eu/b.yaml", null, Buffer.from([0xff]))).toThrow("not UTF-8");
    expect(readdirSync(outside)).toEqual([]);
  });
});
