import { expect, test } from "vitest";
import { z } from "zod";
import { commitFiles, makeRepo } from "../support/hub-repo.ts";
import { watchedHub } from "../support/watched-hub.ts";

const refs = z.object({
  branches: z.array(z.object({ name: z.string(), ref: z.string(), targetCommit: z.string() })),
  converts: z.array(z.unknown()),
  tags: z.array(z.object({ name: z.string(), ref: z.string(), targetCommit: z.string() })),
  pullRequests: z.array(z.object({ name: z.string(), ref: z.string() })).optional(),
});

async function hubWithRepo() {
  const hub = await watchedHub();
  const repo = await makeRepo(hub, "net");
  const { commitOid: first } = await commitFiles(hub, repo, { "a.txt": "a" });
  const { commitOid: second } = await commitFiles(hub, repo, { "a.txt": "b" });
  await hub.fired();
  return {
    ...hub,
    repo,
    first,
    second,
    remove: (path: string) => hub.call(`${repo}/${path}`, { method: "DELETE" }),
    list: async (query = "") => refs.parse(await (await hub.call(`${repo}/refs${query}`)).json()),
    /** Returns the refs of the only event since the last call. */
    moved: async () => {
      const [payload, ...others] = await hub.fired();
      expect(others).toEqual([]);
      expect(payload?.event).toEqual({ scope: "repo.content", action: "update" });
      return payload?.updatedRefs;
    },
  };
}

test("a branch starts at main, or at the named branch, tag or commit", async () => {
  const { repo, post, moved, first, second } = await hubWithRepo();
  await post(`${repo}/branch/dev`);
  expect(await moved()).toEqual([{ ref: "refs/heads/dev", oldSha: null, newSha: second }]);
  await post(`${repo}/tag/${first}`, { tag: "v1" });
  expect(await moved()).toEqual([{ ref: "refs/tags/v1", oldSha: null, newSha: first }]);
  for (const [name, startingPoint, sha] of [
    ["at-tag", "v1", first],
    ["at-commit", first, first],
    ["at-branch", "dev", second],
    ["at-ref", "refs/tags/v1", first],
  ]) {
    await post(`${repo}/branch/${name}`, { startingPoint });
    expect(await moved()).toEqual([{ ref: `refs/heads/${name}`, oldSha: null, newSha: sha }]);
  }
});

test("a deleted branch or tag has no new sha", async () => {
  const { repo, post, fired, moved, remove, second } = await hubWithRepo();
  await post(`${repo}/branch/dev%2Fdeep`, {});
  await post(`${repo}/tag/main`, { tag: "v1" });
  await fired();
  expect((await remove("branch/dev%2Fdeep")).status).toBe(200);
  expect(await moved()).toEqual([{ ref: "refs/heads/dev/deep", oldSha: second, newSha: null }]);
  expect((await remove("tag/v1")).status).toBe(200);
  expect(await moved()).toEqual([{ ref: "refs/tags/v1", oldSha: second, newSha: null }]);
});

test("a tag with a message is an annotated tag, listed with its commit", async () => {
  const { repo, post, moved, list, second, call } = await hubWithRepo();
  await post(`${repo}/tag/main`, { tag: "v1", message: "The first\nof many" });
  const [tag] = (await moved()) ?? [];
  expect(tag).toMatchObject({ ref: "refs/tags/v1", oldSha: null });
  expect(tag?.newSha).not.toBe(second);
  expect((await list()).tags).toEqual([{ name: "v1", ref: "refs/tags/v1", targetCommit: second }]);
  expect(await (await call(`${repo}/revision/v1`)).json()).toMatchObject({ sha: second });
});

test("an existing ref is a 409, a missing one a 404 with a code, and neither fires", async () => {
  const { repo, post, fired, remove } = await hubWithRepo();
  await post(`${repo}/branch/dev`, {});
  await post(`${repo}/tag/main`, { tag: "v1" });
  await fired();
  const status = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return [status, headers.get("x-error-code")];
  };
  expect(await status(post(`${repo}/branch/dev`, {}))).toEqual([409, null]);
  expect(await status(post(`${repo}/branch/main`, {}))).toEqual([409, null]);
  expect(await status(post(`${repo}/branch/dev%2Fdeep`, {}))).toEqual([409, null]);
  expect(await status(post(`${repo}/tag/main`, { tag: "v1" }))).toEqual([409, null]);
  const missing = [404, "RevisionNotFound"];
  expect(await status(post(`${repo}/branch/new`, { startingPoint: "nowhere" }))).toEqual(missing);
  expect(await status(post(`${repo}/tag/nowhere`, { tag: "v2" }))).toEqual(missing);
  expect(await status(remove("branch/nowhere"))).toEqual(missing);
  expect(await status(remove("tag/nowhere"))).toEqual(missing);
  expect(await status(remove("branch/main"))).toEqual([403, null]);
  expect(await fired()).toEqual([]);
});

test.for([
  "-d",
  "--force",
  "a..b",
  "a b",
  "refs/heads/x",
  "a.lock",
  "@{-1}",
  "a\\b",
  "/a",
  "a//b",
  "~1",
  "a\nb",
  "@",
])("a branch or a tag cannot be called %j", async (name) => {
  const { repo, post, fired } = await hubWithRepo();
  const branch = await post(`${repo}/branch/${encodeURIComponent(name)}`, {});
  expect(branch.status).toBe(400);
  const tag = await post(`${repo}/tag/main`, { tag: name });
  expect(tag.status).toBe(400);
  expect(await fired()).toEqual([]);
});

test("refs are listed by kind, pull requests on request", async () => {
  const hub = await hubWithRepo();
  const { repo, list, second } = hub;
  await hub.post(`${repo}/branch/dev`, {});
  await commitFiles(hub, repo, { "b.txt": "b" }, { createPr: true });
  expect(await list()).toEqual({
    branches: [
      { name: "dev", ref: "refs/heads/dev", targetCommit: second },
      { name: "main", ref: "refs/heads/main", targetCommit: second },
    ],
    converts: [],
    tags: [],
  });
  expect((await list("?include_prs=1")).pullRequests).toEqual([{ name: "1", ref: "refs/pr/1" }]);
});

test("a revision is a branch before it is a tag, and a commit by its whole sha", async () => {
  const { repo, post, call, first, second } = await hubWithRepo();
  await post(`${repo}/tag/${first}`, { tag: "both" });
  await post(`${repo}/branch/both`, {});
  const sha = async (revision: string) =>
    z.object({ sha: z.string() }).parse(await (await call(`${repo}/revision/${revision}`)).json()).sha;
  expect(await sha("both")).toBe(second);
  expect(await sha("refs%2Ftags%2Fboth")).toBe(first);
  expect(await sha(first)).toBe(first);
  for (const revision of ["nowhere", "HEAD", "main~1", "0".repeat(40), first.slice(0, 7)]) {
    const answer = await call(`${repo}/revision/${revision}`);
    expect([answer.status, answer.headers.get("x-error-code")]).toEqual([404, "RevisionNotFound"]);
  }
});

test("a file is a download with the headers that the Python client's cache needs", async () => {
  const { call, second } = await hubWithRepo();
  const file = await call("/me/net/resolve/main/a.txt");
  expect(await file.text()).toBe("b");
  expect(Object.fromEntries(file.headers)).toMatchObject({
    "content-length": "1",
    "content-disposition": "attachment",
    "x-content-type-options": "nosniff",
    "x-repo-commit": second,
    // Id of the blob "b" in every git repository.
    etag: '"63d8dbd40c23542e740659a7168a0ce3138ea748"',
  });
  const head = await call("/me/net/resolve/main/a.txt", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "1", ""]);
  for (const path of ["nowhere.txt", "a.txt%2Fb", "..%2F..%2Fconfig", ".git%2Fconfig"]) {
    const answer = await call(`/me/net/resolve/main/${path}`);
    expect([answer.status, answer.headers.get("x-error-code")]).toEqual([404, "EntryNotFound"]);
  }
});

test("a tree is listed folder by folder, or whole", async () => {
  const hub = await hubWithRepo();
  await commitFiles(hub, hub.repo, { "x/y/z.txt": "z", "x/w.txt": "w" });
  const list = async (path: string) =>
    z
      .array(z.object({ path: z.string(), type: z.string(), size: z.number() }))
      .parse(await (await hub.call(`${hub.repo}/tree/main${path}`)).json())
      .map(({ path, type, size }) => `${type} ${path} ${size}`);
  expect(await list("/x")).toEqual(["file x/w.txt 1", "directory x/y 0"]);
  expect(await list("/x%2Fy")).toEqual(["file x/y/z.txt 1"]);
  expect(await list("/x?recursive=True")).toEqual(["file x/w.txt 1", "directory x/y 0", "file x/y/z.txt 1"]);
  for (const path of ["nowhere", "a.txt", "..%2F..", "-l"]) {
    const answer = await hub.call(`${hub.repo}/tree/main/${path}`);
    expect([answer.status, answer.headers.get("x-error-code")]).toEqual([404, "EntryNotFound"]);
  }
});
