import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { commitFiles, makeRepo } from "../support/hub-repo.ts";
import { watchedHub } from "../support/watched-hub.ts";

const objectId = expect.stringMatching(/^[0-9a-f]{24}$/);
const sha = expect.stringMatching(/^[0-9a-f]{40}$/);

async function opened() {
  const dataDir = freshDataDir();
  const hub = await watchedHub({ dataDir });
  const send = (method: string, path: string, body: unknown) =>
    hub.call(path, { method, body: JSON.stringify(body), headers: { "content-type": "application/json" } });
  return { ...hub, send, dataDir, repoFolders: () => readdirSync(join(dataDir, "repos")) };
}

/** The model `me/net` in every payload. */
const net = {
  type: "model",
  name: "me/net",
  id: objectId,
  private: false,
  owner: { id: objectId },
  url: { web: "http://hub.local/me/net", api: "http://hub.local/api/models/me/net" },
  tags: [],
  headSha: sha,
};

test("a new repo has an initial commit on main and fires its creation with all fields", async () => {
  const { post, fired, call, webhookId } = await opened();
  const answer = await post("/api/repos/create", { name: "net", organization: null });
  expect(await answer.json()).toEqual({ url: "http://hub.local/me/net", name: "me/net", id: objectId });
  expect(await fired()).toEqual([
    {
      event: { action: "create", scope: "repo" },
      repo: net,
      webhook: { id: webhookId, version: 3 },
    },
  ]);
  const info = await call("/api/models/me/net");
  expect(await info.json()).toMatchObject({
    id: "me/net",
    sha,
    siblings: [{ rfilename: ".gitattributes" }],
    private: false,
    gated: false,
  });
});

test("datasets and Spaces have their own URLs, and a Space names its SDK", async () => {
  const { post, fired, call } = await opened();
  await post("/api/repos/create", { name: "data", type: "dataset", private: true });
  await post("/api/repos/create", { name: "Show.Case", type: "space", sdk: "gradio" });
  expect((await fired()).map(({ repo }) => repo)).toMatchObject([
    {
      type: "dataset",
      private: true,
      url: { web: "http://hub.local/datasets/me/data", api: "http://hub.local/api/datasets/me/data" },
    },
    {
      type: "space",
      subdomain: "me-show-case",
      url: { web: "http://hub.local/spaces/me/Show.Case", api: "http://hub.local/api/spaces/me/Show.Case" },
    },
  ]);
  const readme = await call("/spaces/me/Show.Case/resolve/main/README.md");
  expect(await readme.text()).toBe('---\ntitle: "Show.Case"\nsdk: gradio\n---\n');
});

test("a taken name, in any case, is a 409 with the URL of the repo, and leaves nothing behind", async () => {
  const { post, fired, repoFolders } = await opened();
  await post("/api/repos/create", { name: "net" });
  const answer = await post("/api/repos/create", { name: "NET" });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual({
    error: "You already created this model repo: me/NET",
    url: "http://hub.local/me/NET",
  });
  expect((await post("/api/repos/create", { name: "net", type: "dataset" })).status).toBe(200);
  expect((await fired()).map(({ repo }) => repo.type)).toEqual(["model", "dataset"]);
  expect(repoFolders()).toHaveLength(2);
});

test("only one of many concurrent creations of a repo succeeds", async () => {
  const { post, fired, repoFolders } = await opened();
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => post("/api/repos/create", { name: "net" })),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(5);
  expect(await fired()).toHaveLength(1);
  expect(repoFolders()).toHaveLength(1);
});

test.for([
  "..",
  ".",
  "a/b/c",
  "../../etc",
  "-rf",
  "a..b",
  "a--b",
  "name.git",
  "with space",
  "ünïcode",
  "new\nline",
  "x".repeat(97),
  "",
])("a repo cannot be called %j", async (name) => {
  const { post, dataDir } = await opened();
  const answer = await post("/api/repos/create", { name, organization: "acme" });
  expect(answer.status).toBe(400);
  expect(existsSync(join(dataDir, "repos"))).toBe(false);
});

test.for(["datasets", "Spaces", "api", "..", "a/b"])("%j cannot own a repo", async (organization) => {
  const { post } = await opened();
  expect((await post("/api/repos/create", { name: "net", organization })).status).toBe(400);
});

test("validation errors use the Hub's wording", async () => {
  const { post } = await opened();
  const error = async (body: unknown) => {
    const answer = await post("/api/repos/create", body);
    return z.object({ error: z.string() }).parse(await answer.json()).error;
  };
  expect(await error({ name: "net", type: "bucket" })).toBe('"type" must be one of [model, dataset, space]');
  expect(await error({ name: "net", visibility: "secret" })).toBe(
    '"visibility" must be one of [public, private]',
  );
  expect(await error({ name: "net", type: "space" })).toBe('"sdk" is required for a space');
  expect(await error({})).toBe('"name" is required');
});

test("settings fire their differences, and nothing without one", async () => {
  const hub = await opened();
  await makeRepo(hub, "net");
  await hub.fired();
  const settings = (body: unknown) => hub.send("PUT", "/api/models/me/net/settings", body);
  expect(await (await settings({ visibility: "private" })).json()).toEqual({ private: true, gated: false });
  expect(await hub.fired()).toEqual([
    {
      event: { action: "update", scope: "repo.config" },
      repo: { ...net, private: true },
      updatedConfig: { private: true },
      webhook: { id: hub.webhookId, version: 3 },
    },
  ]);
  expect(await (await settings({ private: true })).json()).toEqual({ private: true, gated: false });
  expect(await hub.fired()).toEqual([]);
  expect(await (await settings({ gated: "manual" })).json()).toEqual({ private: true, gated: "manual" });
  expect(await hub.fired()).toMatchObject([{ updatedConfig: {} }]);
  expect(await (await settings({ gated: false, private: false })).json()).toEqual({
    private: false,
    gated: false,
  });
  expect(await hub.fired()).toMatchObject([{ updatedConfig: { private: false } }]);
  expect((await settings({})).status).toBe(400);
  expect((await settings({ gated: "yes" })).status).toBe(400);
});

test("moving a repo fires under its old name with the new one, and keeps id and content", async () => {
  const hub = await opened();
  const repo = await makeRepo(hub, "net");
  const { commitOid } = await commitFiles(hub, repo, { "a.txt": "a" });
  const [created] = await hub.fired();
  const answer = await hub.post("/api/repos/move", { fromRepo: "me/net", toRepo: "acme/network" });
  expect(await answer.json()).toEqual({ url: "http://hub.local/acme/network" });
  expect(await hub.fired()).toEqual([
    {
      event: { action: "move", scope: "repo" },
      repo: { ...net, id: created?.repo.id, headSha: commitOid },
      movedTo: { name: "acme/network", owner: { id: objectId } },
      webhook: { id: hub.webhookId, version: 3 },
    },
  ]);
  const gone = await hub.call("/api/models/me/net");
  expect([gone.status, gone.headers.get("x-error-code")]).toEqual([404, "RepoNotFound"]);
  const moved = await (await hub.call("/api/models/acme/network")).json();
  expect(moved).toMatchObject({ _id: created?.repo.id, sha: commitOid });
});

test("a repo cannot move to a taken, an empty or its own name", async () => {
  const hub = await opened();
  await makeRepo(hub, "one");
  await makeRepo(hub, "two");
  await hub.fired();
  const move = async (fromRepo: string, toRepo: string) =>
    (await hub.post("/api/repos/move", { fromRepo, toRepo, type: "model" })).status;
  expect(await move("me/one", "me/TWO")).toBe(409);
  expect(await move("me/one", "me/../two")).toBe(400);
  expect(await move("me/one", "me/one")).toBe(400);
  expect(await move("me/three", "me/four")).toBe(404);
  expect(await hub.fired()).toEqual([]);
  expect(await move("me/one", "me/One")).toBe(200);
});

test("deleting a repo fires its deletion with its last state and leaves nothing behind", async () => {
  const hub = await opened();
  const repo = await makeRepo(hub, "net");
  await hub.fired();
  const first = await hub.send("DELETE", "/api/repos/delete", { name: "net", organization: "me" });
  expect(first.status).toBe(200);
  expect(await hub.fired()).toEqual([
    {
      event: { action: "delete", scope: "repo" },
      repo: net,
      webhook: { id: hub.webhookId, version: 3 },
    },
  ]);
  expect(hub.repoFolders()).toEqual([]);
  expect((await hub.call(repo)).status).toBe(404);
  const again = await hub.send("DELETE", "/api/repos/delete", { name: "net" });
  expect([again.status, again.headers.get("x-error-code")]).toEqual([404, "RepoNotFound"]);
  expect(await hub.fired()).toEqual([]);
  await makeRepo(hub, "net");
  expect(await hub.fired()).toHaveLength(1);
});

test("changes that wait for a deleted repo are refused", async () => {
  const hub = await opened();
  const repo = await makeRepo(hub, "net");
  const [deleted, ...others] = await Promise.allSettled([
    hub.send("DELETE", "/api/repos/delete", { name: "net" }),
    hub.send("PUT", `${repo}/settings`, { private: true }),
    hub.send("POST", `${repo}/branch/dev`, {}),
  ]);
  expect(deleted).toMatchObject({ status: "fulfilled", value: { status: 200 } });
  // Each took effect before or after the deletion.
  for (const other of others) {
    expect([200, 404]).toContain(other.status === "fulfilled" ? other.value.status : other.reason);
  }
  expect(hub.repoFolders()).toEqual([]);
});

test("repos are listed by kind and owner, the newest first", async () => {
  const { post, call } = await opened();
  for (const name of ["me/one", "acme/two", "me/Three"]) await post("/api/repos/create", { name });
  await post("/api/repos/create", { name: "me/data", type: "dataset" });
  const list = async (path: string) =>
    z
      .array(z.object({ id: z.string() }))
      .parse(await (await call(path)).json())
      .map(({ id }) => id);
  expect(await list("/api/models")).toEqual(["me/Three", "acme/two", "me/one"]);
  expect(await list("/api/models?author=me")).toEqual(["me/Three", "me/one"]);
  expect(await list("/api/models?search=THREE")).toEqual(["me/Three"]);
  expect(await list("/api/models?limit=1&full=True")).toEqual(["me/Three"]);
  expect(await list("/api/datasets")).toEqual(["me/data"]);
  expect(await list("/api/spaces")).toEqual([]);
});

test("everything persists when the hub is reopened", async () => {
  const dataDir = freshDataDir();
  const first = await watchedHub({ dataDir });
  const repo = await makeRepo(first, "net");
  const { commitOid } = await commitFiles(first, repo, { "README.md": "---\ntags: [kept]\n---\n" });
  await first.hub.close(0);
  await first.store.close();
  const second = await watchedHub({ dataDir });
  expect(await (await second.call(repo)).json()).toMatchObject({ sha: commitOid, tags: ["kept"] });
});

test("every request to a missing repo has its error code", async () => {
  const hub = await opened();
  await makeRepo(hub, "net");
  for (const path of ["/api/models/me/other", "/api/models/me/other/refs", "/me/other/resolve/main/x"]) {
    const answer = await hub.call(path);
    expect([answer.status, answer.headers.get("x-error-code")]).toEqual([404, "RepoNotFound"]);
    expect(await answer.json()).toEqual({ error: "Repository not found" });
  }
});
