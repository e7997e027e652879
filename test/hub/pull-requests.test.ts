import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { commitsOf } from "../../src/localhub/git/history.ts";
import { moveRefs } from "../../src/localhub/git/refs.ts";
import { gitDirOf } from "../../src/localhub/repos/repo.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { commitFiles, makeRepo } from "../support/hub-repo.ts";
import { watchedHub } from "../support/watched-hub.ts";

const sha = expect.stringMatching(/^[0-9a-f]{40}$/);
const detailsSchema = z.looseObject({
  status: z.string(),
  diff: z.string().optional(),
  filesWithConflicts: z.array(z.string()),
  changes: z.object({ base: z.string(), mergeCommitId: z.string().optional() }),
  events: z.array(z.looseObject({ type: z.string(), data: z.looseObject({}) })),
});

async function hubWithRepo() {
  const dataDir = freshDataDir();
  const hub = await watchedHub({ dataDir });
  const repo = await makeRepo(hub, "m");
  const { commitOid: main } = await commitFiles(hub, repo, { "a.txt": "one\n" });
  await hub.fired();
  const details = async (num: number) =>
    detailsSchema.parse(await (await hub.call(`${repo}/discussions/${num}?diff=1`)).json());
  const stored = await hub.store.repos.find("model", "me/m");
  const gitDir = gitDirOf(join(dataDir, "repos"), stored?.id ?? "");
  return { ...hub, repo, path: `${repo}/discussions`, main, details, gitDir };
}

/** Creates a hub with an open pull request 1 that changes `a.txt`. */
async function hubWithPullRequest() {
  const hub = await hubWithRepo();
  const { commitOid: head } = await commitFiles(
    hub,
    hub.repo,
    { "a.txt": "two\n" },
    { createPr: true, summary: "Count on" },
  );
  await hub.fired();
  return { ...hub, head };
}

test("opening a pull request creates a draft at its base branch and fires its creation and its ref", async () => {
  const { post, path, fired, main, details } = await hubWithRepo();
  const answer = await post(path, { title: "Change", description: "Like this", pullRequest: true });
  expect(await answer.json()).toMatchObject({ num: 1, pullRequest: true });
  const [created, moved, ...more] = await fired();
  expect(created).toMatchObject({
    event: { action: "create", scope: "discussion" },
    discussion: {
      num: 1,
      title: "Change",
      status: "draft",
      isPullRequest: true,
      changes: { base: "refs/heads/main" },
    },
    comment: { content: "Like this", hidden: false },
  });
  expect(created?.discussion?.changes).toEqual({ base: "refs/heads/main" });
  expect(moved).toMatchObject({
    event: { action: "update", scope: "repo.content" },
    repo: { headSha: main },
  });
  expect(moved?.updatedRefs).toEqual([{ ref: "refs/pr/1", oldSha: null, newSha: main }]);
  expect(more).toEqual([]);
  expect(await details(1)).toMatchObject({ status: "draft", diff: "", filesWithConflicts: [] });
});

test("a pull request with draft false is open", async () => {
  const { post, path, fired } = await hubWithRepo();
  await post(path, { title: "Change", description: "", pullRequest: true, draft: false });
  expect((await fired())[0]).toMatchObject({ discussion: { status: "open" } });
});

test("a commit can open a pull request with its commit and message", async () => {
  const { repo, fired, details, main, ...hub } = await hubWithRepo();
  const made = await commitFiles(hub, repo, { "a.txt": "two\n" }, { createPr: true, summary: "Count on" });
  expect(made.pullRequestUrl).toMatch(/\/me\/m\/discussions\/1$/);
  const [created, moved, ...more] = await fired();
  expect(created).toMatchObject({
    event: { action: "create", scope: "discussion" },
    discussion: { title: "Count on", status: "open", isPullRequest: true },
  });
  expect(moved?.updatedRefs).toEqual([{ ref: "refs/pr/1", oldSha: null, newSha: made.commitOid }]);
  expect(moved?.repo.headSha).toBe(main);
  expect(more).toEqual([]);
  const { diff, events } = await details(1);
  expect(diff).toContain("-one\n+two\n");
  expect(events.map(({ type, data }) => [type, data["subject"], data["oid"]])).toEqual([
    ["comment", undefined, undefined],
    ["commit", "Count on", made.commitOid],
  ]);
});

test("discussions and pull requests share their numbers", async () => {
  const { post, path, repo, ...hub } = await hubWithRepo();
  const nums: unknown[] = [];
  for (const pullRequest of [false, true, false]) {
    nums.push(await (await post(path, { title: "x", description: "", pullRequest })).json());
  }
  const made = await commitFiles(hub, repo, { b: "b" }, { createPr: true });
  expect(nums).toMatchObject([{ num: 1 }, { num: 2 }, { num: 3 }]);
  expect(made.pullRequestUrl).toMatch(/\/4$/);
});

test("commits to its ref fire the ref and are listed in order among its events", async () => {
  const { post, path, repo, fired, details, head, ...hub } = await hubWithPullRequest();
  await post(`${path}/1/comment`, { comment: "And more?" });
  await fired();
  const { commitOid } = await commitFiles(
    hub,
    repo,
    { "b.txt": "b\n" },
    { revision: "refs%2Fpr%2F1", summary: "More" },
  );
  const [moved, ...more] = await fired();
  expect(moved).toMatchObject({ event: { action: "update", scope: "repo.content" } });
  expect(moved?.updatedRefs).toEqual([{ ref: "refs/pr/1", oldSha: head, newSha: commitOid }]);
  expect(more).toEqual([]);
  await post(`${path}/1/comment`, { comment: "Thank you" });
  const { events, diff } = await details(1);
  expect(events.map(({ type, data }) => data["subject"] ?? type)).toEqual([
    "comment",
    "Count on",
    "comment",
    "More",
    "comment",
  ]);
  expect(diff).toContain("b/b.txt");
});

test("merging adds a merge commit to main and fires the discussion and main", async () => {
  const { post, path, repo, fired, details, head, ...hub } = await hubWithPullRequest();
  const { commitOid: main } = await commitFiles(hub, repo, { "c.txt": "c\n" });
  await fired();
  const answer = await post(`${path}/1/merge`);
  expect(answer.status).toBe(200);
  const [merged, moved, ...more] = await fired();
  expect(merged).toMatchObject({
    event: { action: "update", scope: "discussion" },
    discussion: { num: 1, status: "merged", isPullRequest: true },
  });
  expect(merged?.discussion?.changes).toEqual({ base: "refs/heads/main", mergeCommitId: sha });
  expect(merged).not.toHaveProperty("comment");
  const mergeCommitId = merged?.discussion?.changes?.mergeCommitId;
  expect(moved).toMatchObject({
    event: { action: "update", scope: "repo.content" },
    repo: { headSha: mergeCommitId },
  });
  expect(moved?.updatedRefs).toEqual([{ ref: "refs/heads/main", oldSha: main, newSha: mergeCommitId }]);
  expect(more).toEqual([]);

  const { status, diff, changes, events, filesWithConflicts } = await details(1);
  expect({ status, changes, filesWithConflicts }).toEqual({
    status: "merged",
    changes: { base: "refs/heads/main", mergeCommitId },
    filesWithConflicts: [],
  });
  expect(diff).toContain("-one\n+two\n");
  expect(diff).not.toContain("c.txt");
  expect(events.map(({ data }) => data["status"] ?? data["oid"] ?? "said")).toEqual(["said", head, "merged"]);
  const file = await hub.call("/me/m/resolve/main/a.txt");
  expect(await file.text()).toBe("two\n");
});

test("a pull request for another branch is merged into that branch", async () => {
  const { post, path, repo, fired, details, main, ...hub } = await hubWithRepo();
  await post(`${repo}/branch/dev`, {});
  const { commitOid } = await commitFiles(
    hub,
    repo,
    { "a.txt": "two\n" },
    { revision: "dev", createPr: true, summary: "For\0dev\nonly" },
  );
  await fired();
  expect((await post(`${path}/1/merge`)).status).toBe(200);
  const [merged, moved] = await fired();
  const mergeCommitId = merged?.discussion?.changes?.mergeCommitId;
  expect(merged?.discussion?.changes).toEqual({ base: "refs/heads/dev", mergeCommitId: sha });
  expect(moved?.updatedRefs).toEqual([{ ref: "refs/heads/dev", oldSha: main, newSha: mergeCommitId }]);
  expect(moved?.repo.headSha).toBe(main);
  expect((await details(1)).events.map(({ data }) => data["oid"] ?? data["status"] ?? "said")).toEqual([
    "said",
    commitOid,
    "merged",
  ]);
  const [commit] = await commitsOf(hub.gitDir, "refs/heads/dev", { limit: 1 });
  expect(commit?.subject).toBe("For dev only (#1)");
});

test("the comment of a merge fires its creation first", async () => {
  const { post, path, fired } = await hubWithPullRequest();
  await post(`${path}/1/merge`, { comment: "Well done" });
  const names = (await fired()).map(({ event }) => `${event.scope}.${event.action}`);
  expect(names).toEqual(["discussion.comment.create", "discussion.update", "repo.content.update"]);
});

test("a conflict names the files, and changes and fires nothing", async () => {
  const { post, path, repo, fired, details, ...hub } = await hubWithPullRequest();
  await commitFiles(hub, repo, { "a.txt": "three\n" });
  await fired();
  expect((await details(1)).filesWithConflicts).toEqual(["a.txt"]);
  const answer = await post(`${path}/1/merge`, { comment: "Now" });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual({ error: "There are conflicts with refs/heads/main in a.txt" });
  expect(await fired()).toEqual([]);
  const { status, events } = await details(1);
  expect([status, events.length]).toEqual(["open", 2]);
});

test("a merged pull request cannot be merged or closed; a closed one must be reopened first", async () => {
  const { post, path, fired } = await hubWithPullRequest();
  await post(`${path}/1/status`, { status: "closed" });
  const closed = await post(`${path}/1/merge`);
  expect([closed.status, await closed.json()]).toEqual([
    409,
    { error: "The pull request is closed: reopen it before merging" },
  ]);
  await post(`${path}/1/status`, { status: "open" });
  expect((await post(`${path}/1/merge`)).status).toBe(200);
  await fired();
  for (const [below, body] of [
    ["merge", undefined],
    ["status", { status: "closed" }],
  ] as const) {
    const again = await post(`${path}/1/${below}`, body);
    expect([again.status, await again.json()]).toEqual([409, { error: "The discussion is already merged" }]);
  }
  expect(await fired()).toEqual([]);
});

test("only one of two concurrent merges succeeds", async () => {
  const { post, path, fired } = await hubWithPullRequest();
  const answers = await Promise.all([post(`${path}/1/merge`), post(`${path}/1/merge`)]);
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(["200", "409"]);
  const scopes = (await fired()).map(({ event }) => event.scope);
  expect(scopes).toEqual(["discussion", "repo.content"]);
});

test("without its ref a pull request has no changes and cannot be merged", async () => {
  const { post, path, details, gitDir, head } = await hubWithPullRequest();
  await moveRefs(gitDir, [{ ref: "refs/pr/1", from: head, to: null }]);
  expect(await details(1)).toMatchObject({ status: "open", diff: "", filesWithConflicts: [] });
  const answer = await post(`${path}/1/merge`);
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual({ error: "refs/heads/main or refs/pr/1 does not exist anymore" });
});
