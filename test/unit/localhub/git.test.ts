import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { GitFailedError, RefMovedError } from "../../../src/localhub/errors.ts";
import { commitsOf, commitTree, diffText, mergeBase, tryMerge } from "../../../src/localhub/git/history.ts";
import { lookUp, readBlob, streamBlob } from "../../../src/localhub/git/objects.ts";
import { isRefName, listRefs, moveRefs, readRefs, resolveRevision } from "../../../src/localhub/git/refs.ts";
import { initBareRepository } from "../../../src/localhub/git/repository.ts";
import { authorOf, gitEnvironment, runGit } from "../../../src/localhub/git/run-git.ts";
import { isFilePath, writeCommit } from "../../../src/localhub/git/write-objects.ts";

const author = authorOf("me");

async function repository() {
  const parent = mkdtempSync(join(tmpdir(), "hooklens-git-"));
  onTestFinished(() => rmSync(parent, { recursive: true, force: true }));
  const gitDir = join(parent, "repo.git");
  await initBareRepository(gitDir);
  const commit = (parents: readonly string[], files: Readonly<Record<string, string>>) =>
    writeCommit(gitDir, {
      parents,
      operations: Object.entries(files).map(([path, content]) => ({
        kind: "file",
        path,
        content: Buffer.from(content),
      })),
      message: Object.keys(files).join(),
      author,
      atMs: Date.UTC(2026, 10, 20, 10),
    });
  return { gitDir, commit };
}

test("a commit is written without a ref, reproducibly", async () => {
  const { gitDir, commit } = await repository();
  const sha = await commit([], { "a.txt": "a" });
  expect(sha).toMatch(/^[0-9a-f]{40}$/);
  expect(await readRefs(gitDir)).toEqual({});
  expect(await commit([], { "a.txt": "a" })).toBe(sha);
  expect(await commitsOf(gitDir, sha)).toEqual([
    { oid: sha, authorName: "me", createdAt: "2026-11-20T10:00:00.000Z", subject: "a.txt" },
  ]);
});

test("errors of operations are passed on, and a missing parent is an error", async () => {
  const { gitDir, commit } = await repository();
  const failing = writeCommit(gitDir, {
    parents: [],
    operations: (async function* () {
      yield { kind: "file" as const, path: "a", content: Buffer.from("a") };
      throw new RangeError("mine");
    })(),
    message: "never",
    author,
    atMs: 0,
  });
  await expect(failing).rejects.toThrow(new RangeError("mine"));
  await expect(commit(["1".repeat(40)], {})).rejects.toThrow(GitFailedError);
});

test("a message or a name cannot inject commands into the commit", async () => {
  const { gitDir } = await repository();
  const message = "one\n\nM 100644 inline evil\ndata 4\nevil\ndone\n";
  const sha = await writeCommit(gitDir, {
    parents: [],
    operations: [],
    message,
    author: { name: "a <b>\nM 100644 inline evil", email: "x>\ny" },
    atMs: 0,
  });
  const { stdout } = await runGit(gitDir, ["log", "-1", "--format=%an|%ae|%B", sha, "--"]);
  expect(stdout.toString().trim()).toBe(`a bM 100644 inline evil|xy|${message.trim()}`);
  expect(await lookUp(gitDir, [`${sha}:evil`])).toEqual([null]);
});

test("refs move all or none, and only from where they are", async () => {
  const { gitDir, commit } = await repository();
  const one = await commit([], { a: "1" });
  const two = await commit([one], { a: "2" });
  await moveRefs(gitDir, [
    { ref: "refs/heads/main", from: null, to: one },
    { ref: "refs/tags/v1", from: null, to: one },
  ]);
  const moves = [
    { ref: "refs/heads/main", from: one, to: two },
    { ref: "refs/tags/v1", from: two, to: null },
  ];
  await expect(moveRefs(gitDir, moves)).rejects.toThrow(RefMovedError);
  expect(await readRefs(gitDir)).toEqual({ "refs/heads/main": one, "refs/tags/v1": one });
  await moveRefs(gitDir, [moves[0]!, { ref: "refs/tags/v1", from: one, to: null }]);
  expect(await listRefs(gitDir)).toEqual([{ name: "refs/heads/main", sha: two, commit: two }]);
});

test("a trial merge returns the tree or the conflicting files", async () => {
  const { gitDir, commit } = await repository();
  const base = await commit([], { a: "1\n2\n3\n", b: "b\n" });
  const ours = await commit([base], { a: "one\n2\n3\n" });
  const theirs = await commit([base], { b: "B\n", c: "c\n" });
  const against = await commit([base], { a: "eins\n2\n3\n" });
  expect(await mergeBase(gitDir, ours, theirs)).toBe(base);
  expect(await mergeBase(gitDir, ours, await commit([], { z: "z" }))).toBeNull();

  const { tree, conflicts } = await tryMerge(gitDir, ours, theirs);
  expect(conflicts).toEqual([]);
  const merged = await commitTree(gitDir, { tree, parents: [ours, theirs], message: "Merge", author });
  const [a, b, c] = await lookUp(
    gitDir,
    ["a", "b", "c"].map((path) => `${merged}:${path}`),
  );
  expect((await readBlob(gitDir, a?.oid ?? "", 100)).toString()).toBe("one\n2\n3\n");
  expect((await readBlob(gitDir, b?.oid ?? "", 100)).toString()).toBe("B\n");
  expect(c?.bytes).toBe(2);
  expect((await commitsOf(gitDir, merged, { without: ours })).map(({ oid }) => oid)).toEqual([
    merged,
    theirs,
  ]);
  expect(await diffText(gitDir, ours, merged)).toContain("+B\n");

  expect((await tryMerge(gitDir, ours, against)).conflicts).toEqual(["a"]);
});

test("output or time over the limit is an error", async () => {
  const { gitDir, commit } = await repository();
  const sha = await commit([], { a: "x".repeat(5000) });
  const [blob] = await lookUp(gitDir, [`${sha}:a`]);
  await expect(readBlob(gitDir, blob?.oid ?? "", 4000)).rejects.toThrow(/its output exceeds 4000 bytes/);
  // git waits for input that never arrives.
  const endless = runGit(gitDir, ["cat-file", "--batch"], { input: never(), timeoutMs: 50 });
  await expect(endless).rejects.toThrow(GitFailedError);
});

// oxlint-disable-next-line require-yield
async function* never(): AsyncGenerator<string> {
  await new Promise(() => {});
}

test("git inherits no variables and no configuration", async () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("HF_TOKEN", "hf_secret");
  vi.stubEnv("GIT_DIR", "/elsewhere");
  const { gitDir, commit } = await repository();
  expect(Object.keys(gitEnvironment(gitDir)).filter((name) => /TOKEN|SECRET|GIT_DIR/.test(name))).toEqual([]);
  const { stdout } = await runGit(gitDir, ["config", "--list", "--show-scope"]);
  expect(stdout.toString()).not.toMatch(/^(?:system|global)/m);
  await commit([], { a: "a" });
  expect(existsSync(join(gitDir, "hooks"))).toBe(false);
});

test.for(["main", "feature/deep", "refs/pr/1", "v1.0", "日本", "a-b_c", "0".repeat(40)])(
  "%j names a ref",
  (name) => {
    expect(isRefName(name)).toBe(true);
  },
);

test.for([
  "",
  "-d",
  "/a",
  "a/",
  "a//b",
  "a..b",
  ".a",
  "a/.b",
  "a.lock",
  "a.lock/b",
  "a.",
  "@",
  "a@{1}",
  "a b",
  "a~1",
  "a^",
  "a:b",
  "a?",
  "a*",
  "a[",
  "a\\b",
  "a\0b",
  "a\nb",
  "x".repeat(251),
])("%j is not a ref", async (name) => {
  expect(isRefName(name)).toBe(false);
  const { gitDir } = await repository();
  expect(await resolveRevision(gitDir, name)).toBeNull();
});

test.for([
  "",
  "/a",
  "a/",
  "a//b",
  ".",
  "..",
  "a/../b",
  "./a",
  ".git",
  "a/.git/b",
  ".GIT",
  ".git.",
  ".git ",
  "git~1/x",
  "GIT~1.",
  ".git::$INDEX_ALLOCATION",
  ".g\u200cit/config",
  "a\\.git\\config",
  "a\0b",
  "a\nb",
  "x".repeat(5000),
])("%j is no path of a file", (path) => {
  expect(isFilePath(path)).toBe(false);
});

test.for([
  "a",
  ".gitattributes",
  ".github/x",
  "a b",
  '"a"',
  "-rf",
  "日本",
  "a\\b",
  "...",
  "git",
  ".gitmodules",
])("%j is a path of a file", (path) => {
  expect(isFilePath(path)).toBe(true);
});

test("a blob is streamed whole, and the stream of one that git cannot read fails", async () => {
  const { gitDir, commit } = await repository();
  const sha = await commit([], { "a.txt": "a".repeat(300_000) });
  const [blob] = await lookUp(gitDir, [`${sha}:a.txt`]);
  expect(await new Response(streamBlob(gitDir, blob?.oid ?? "")).text()).toHaveLength(300_000);
  await expect(new Response(streamBlob(gitDir, "0".repeat(40))).text()).rejects.toThrow(
    "git cat-file exited with code 128",
  );
  await streamBlob(gitDir, blob?.oid ?? "").cancel();
});
