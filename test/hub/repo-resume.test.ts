import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { readRefs, moveRefs } from "../../src/localhub/git/refs.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { commitFiles, makeRepo } from "../support/hub-repo.ts";
import { testHub } from "../support/local-hub.ts";
import { watchedHub } from "../support/watched-hub.ts";

/** Creates a repo whose refs were moved by a process that died before it fired the event. */
async function diedAfterMoving() {
  const dataDir = freshDataDir();
  const hub = await testHub({ dataDir });
  const path = await makeRepo(hub, "net");
  const { commitOid } = await commitFiles(hub, path, { "a.txt": "a" });
  const repo = await hub.store.repos.find("model", "me/net");
  const gitDir = join(dataDir, "repos", `${repo?.id}.git`);
  await hub.store.repos.openChange({
    repo: repo?.id ?? "",
    endpoint: "http://hub.local",
    refs: await readRefs(gitDir),
  });
  await moveRefs(gitDir, [{ ref: "refs/heads/dev", from: null, to: commitOid }]);
  await hub.hub.close(0);
  await hub.store.close();
  return { dataDir, path, commitOid };
}

test("moves that a crashed process did not announce are fired once by the next one", async () => {
  const { dataDir, commitOid } = await diedAfterMoving();
  const updatedRefs = [{ ref: "refs/heads/dev", oldSha: null, newSha: commitOid }];
  for (const expected of [[{ repo: { name: "me/net" }, updatedRefs }], []]) {
    const hub = await watchedHub({ dataDir });
    await expect.poll(async () => (await hub.store.repos.openChanges()).length).toBe(0);
    const payloads = await hub.fired();
    expect(payloads).toHaveLength(expected.length);
    expect(payloads).toMatchObject(expected);
    await hub.hub.close(0);
    for (const { id } of await hub.store.registry.list("me")) await hub.store.registry.remove("me", id);
    await hub.store.close();
  }
});

test("the next change of the repo fires them too if no hub has run in between", async () => {
  const { dataDir, path, commitOid } = await diedAfterMoving();
  const inside = await testHub({ dataDir });
  await inside.client.createWebhook({
    url: "http://127.0.0.1:9/hook",
    watched: [{ type: "user", name: "me" }],
    domains: [],
  });
  await commitFiles(inside, path, { "b.txt": "b" });
  expect(await inside.store.repos.openChanges()).toEqual([]);
  const page = await inside.store.activity.page((await inside.store.registry.list("me"))[0]?.id ?? "", {
    before: null,
    limit: 10,
  });
  expect(page.dispatches).toHaveLength(1);
  const sent = await inside.store.activity.get(page.dispatches[0]?.id ?? 0);
  expect(JSON.parse(sent?.payload ?? "{}")).toMatchObject({
    updatedRefs: [{ ref: "refs/heads/dev", newSha: commitOid }, { ref: "refs/heads/main" }],
  });
});

test("without git the error says so, and the rest of the hub works", async () => {
  const { call, client } = await testHub();
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("PATH", freshDataDir());
  const answer = await call("/api/repos/create", {
    method: "POST",
    body: JSON.stringify({ name: "net" }),
    headers: { "content-type": "application/json" },
  });
  expect(answer.status).toBe(503);
  expect(await answer.json()).toEqual({
    error: "git cannot be run (ENOENT). Install git 2.38 or newer: the local hub stores its repos in git.",
  });
  expect(await client.listWebhooks()).toEqual([]);
});
