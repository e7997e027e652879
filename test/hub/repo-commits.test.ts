import { once } from "node:events";
import { request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { z } from "zod";
import { commitFiles, makeRepo } from "../support/hub-repo.ts";
import { testToken } from "../support/local-hub.ts";
import { watchedHub } from "../support/watched-hub.ts";

const header = { key: "header", value: { summary: "Change files", description: "" } };

async function hubWithRepo() {
  const hub = await watchedHub();
  const repo = await makeRepo(hub, "net");
  await hub.fired();
  return {
    ...hub,
    repo,
    /** Posts raw lines. */
    commit: (lines: readonly unknown[], revision = "main") =>
      hub.call(`${repo}/commit/${revision}`, {
        method: "POST",
        body: lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"),
        headers: { "content-type": "application/x-ndjson" },
      }),
    read: async (path: string, revision = "main") => {
      const answer = await hub.call(`/me/net/resolve/${revision}/${path}`);
      return answer.ok ? answer.text() : answer.status;
    },
    head: async () => z.object({ sha: z.string() }).parse(await (await hub.call(repo)).json()).sha,
  };
}

function file(path: string, content: string): unknown {
  return {
    key: "file",
    value: { path, encoding: "base64", content: Buffer.from(content).toString("base64") },
  };
}

test("a commit is one event with main from where it was to the commit", async () => {
  const hub = await hubWithRepo();
  const before = await hub.head();
  const { commitOid } = await commitFiles(hub, hub.repo, { "a.txt": "a", "deep/er/b.txt": "b" });
  expect(await hub.fired()).toMatchObject([
    {
      event: { scope: "repo.content", action: "update" },
      repo: { name: "me/net", headSha: commitOid },
      updatedRefs: [{ ref: "refs/heads/main", oldSha: before, newSha: commitOid }],
    },
  ]);
  expect([await hub.read("a.txt"), await hub.read("deep/er/b.txt")]).toEqual(["a", "b"]);
});

test("the response contains the commit where clients expect it", async () => {
  const hub = await hubWithRepo();
  const answer = await hub.commit([header, file("a.txt", "a")]);
  const sha = await hub.head();
  expect(await answer.json()).toEqual({
    success: true,
    commitOid: sha,
    commitUrl: `http://hub.local/me/net/commit/${sha}`,
    hookOutput: "",
  });
});

test("one commit can write, replace and delete files and whole folders", async () => {
  const hub = await hubWithRepo();
  await commitFiles(hub, hub.repo, { "keep.txt": "keep", "old.txt": "old", "dir/a": "a", "dir/b/c": "c" });
  const answer = await hub.commit([
    header,
    file("keep.txt", "kept"),
    { key: "deletedFile", value: { path: "old.txt" } },
    { key: "deletedFolder", value: { path: "dir/" } },
    file("dir/new", "new"),
  ]);
  expect(answer.status).toBe(200);
  const tree = z
    .array(z.object({ path: z.string(), type: z.string() }))
    .parse(await (await hub.call(`${hub.repo}/tree/main?recursive=True`)).json());
  expect(tree.map(({ path, type }) => `${type} ${path}`)).toEqual([
    "file .gitattributes",
    "directory dir",
    "file dir/new",
    "file keep.txt",
  ]);
});

test("a commit with an outdated parent is a 412 and fires nothing", async () => {
  const hub = await hubWithRepo();
  const parentCommit = await hub.head();
  const after = { key: "header", value: { summary: "x", parentCommit } };
  expect((await hub.commit([after, file("a", "1")])).status).toBe(200);
  await hub.fired();
  const late = await hub.commit([after, file("a", "2")]);
  expect(late.status).toBe(412);
  expect(await late.json()).toEqual({
    error: "A commit has happened since. Please refresh and try again.",
  });
  expect(await hub.fired()).toEqual([]);
  expect(await hub.read("a")).toBe("1");
  const short = { key: "header", value: { summary: "x", parentCommit: (await hub.head()).slice(0, 7) } };
  expect((await hub.commit([short, file("a", "3")])).status).toBe(200);
});

test("concurrent commits all succeed one after another", async () => {
  const hub = await hubWithRepo();
  const done = await Promise.all(
    Array.from({ length: 8 }, (_, index) => commitFiles(hub, hub.repo, { [`${index}.txt`]: `${index}` })),
  );
  const refs = (await hub.fired()).flatMap(({ updatedRefs }) => updatedRefs ?? []);
  expect(new Set(refs.map(({ newSha }) => newSha))).toEqual(new Set(done.map(({ commitOid }) => commitOid)));
  expect(refs.slice(1).map(({ oldSha }) => oldSha)).toEqual(refs.slice(0, -1).map(({ newSha }) => newSha));
  for (let index = 0; index < 8; index++) expect(await hub.read(`${index}.txt`)).toBe(`${index}`);
});

test.for([
  ["no header", [file("a", "a")], /^line 1 must be the header/],
  ["nothing", [], /^line 1 must be the header/],
  ["a header without a summary", [{ key: "header", value: { summary: "" } }], /^line 1 must be the header/],
  ["a line that is no JSON", [header, "{"], /^line 2 is not JSON$/],
  ["a key nobody knows", [header, { key: "copyFile", value: { path: "a" } }], /^line 2 must be a file/],
  [
    "content that is no base64",
    [header, { key: "file", value: { path: "a", content: "&&&&" } }],
    /^line 2 has content that is not base64$/,
  ],
  [
    "a pointer",
    [header, { key: "lfsFile", value: { path: "a.bin", algo: "sha256", oid: "0", size: 1 } }],
    /^a.bin cannot be a pointer: this hub has no large file storage/,
  ],
  ["a path out of the repo", [header, file("../a", "a")], /an invalid path: \.\.\/a$/],
  ["an absolute path", [header, file("/etc/passwd", "a")], /an invalid path/],
  ["a path into .git", [header, file("a/.GIT/config", "a")], /an invalid path/],
  ["a path with a line break", [header, file("a\nM 100644 b", "a")], /an invalid path/],
  ["a file twice nowhere", [header, { key: "deletedFile", value: { path: "a//b" } }], /an invalid path/],
] as const)("a commit with %s is refused, and changes and fires nothing", async ([, lines, message]) => {
  const hub = await hubWithRepo();
  const before = await hub.head();
  const answer = await hub.commit(lines);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: expect.stringMatching(message) });
  expect(await hub.head()).toBe(before);
  expect(await hub.fired()).toEqual([]);
});

test.for([
  ["a file that is not there", { key: "deletedFile", value: { path: "nowhere" } }],
  ["a folder as if it were a file", { key: "deletedFile", value: { path: "dir" } }],
  ["a file as if it were a folder", { key: "deletedFolder", value: { path: "dir/a" } }],
] as const)("deleting %s is a 404 that clients know, and changes nothing", async ([, line]) => {
  const hub = await hubWithRepo();
  await commitFiles(hub, hub.repo, { "dir/a": "a" });
  const before = await hub.head();
  const answer = await hub.commit([header, file("new", "new"), line]);
  expect([answer.status, answer.headers.get("x-error-code")]).toEqual([404, "EntryNotFound"]);
  expect(await answer.json()).toEqual({ error: "A file with this name doesn't exist" });
  expect(await hub.head()).toBe(before);
});

test("names with quotes, blanks and other alphabets are kept as they are", async () => {
  const hub = await hubWithRepo();
  const names = ['"quoted".txt', "two words", "日本語/ファイル", "-rf", "--all", ":(top)x", "a%20b"];
  await commitFiles(hub, hub.repo, Object.fromEntries(names.map((name) => [name, name])));
  for (const name of names) {
    expect(await hub.read(name.split("/").map(encodeURIComponent).join("/"))).toBe(name);
  }
});

test("a commit goes to the named branch; a missing one is a 404 with a code", async () => {
  const hub = await hubWithRepo();
  await hub.post(`${hub.repo}/branch/feature%2Fdeep`, {});
  await commitFiles(hub, hub.repo, { "a.txt": "deep" }, { revision: "feature%2Fdeep" });
  expect([await hub.read("a.txt", "feature%2Fdeep"), await hub.read("a.txt")]).toEqual(["deep", 404]);
  for (const revision of ["nowhere", "--all", "main~1", "refs%2Ftags%2Fv1", "%40%7Bupstream%7D"]) {
    const answer = await hub.commit([header, file("a", "a")], revision);
    expect([answer.status, answer.headers.get("x-error-code")]).toEqual([404, "RevisionNotFound"]);
  }
});

test("preupload accepts every file as part of the commit and returns existing oids", async () => {
  const hub = await hubWithRepo();
  await commitFiles(hub, hub.repo, { "hello.txt": "hello\n" });
  const paths = ["hello.txt", "weights.bin", "../out"];
  const files = paths.map((path) => ({ path, sample: "", size: 1_000_000_000 }));
  const answer = await hub.post(`${hub.repo}/preupload/main`, { files });
  const regular = { uploadMode: "regular", shouldIgnore: false };
  expect(await answer.json()).toEqual({
    files: [
      // Id of the blob "hello\n" in every git repository.
      { path: "hello.txt", ...regular, oid: "ce013625030ba8dba906f756967f9e9ca394464a" },
      { path: "weights.bin", ...regular },
      { path: "../out", ...regular },
    ],
  });
  const elsewhere = await hub.post(`${hub.repo}/preupload/nowhere`, { files });
  expect([elsewhere.status, elsewhere.headers.get("x-error-code")]).toEqual([404, "RevisionNotFound"]);
});

test("an invalid card is refused before the commit", async () => {
  const { post } = await watchedHub();
  const check = (content: string) => post("/api/validate-yaml", { content, repoType: "model" });
  for (const content of ["", "# No metadata", "---\ntags: [a]\n---\n# Title", "---\n---\n"]) {
    expect(await (await check(content)).json()).toEqual({ errors: [], warnings: [] });
  }
  for (const content of ["---\ntags: [\n---\n", "---\n- a list\n---\n"]) {
    const answer = await check(content);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ message: expect.any(String) }], warnings: [] });
  }
});

test("the tags of a repo are those of the card on main", async () => {
  const hub = await hubWithRepo();
  await commitFiles(hub, hub.repo, { "README.md": "---\ntags:\n- one\n- 2\n- drei\n---\n" });
  expect((await hub.fired()).map(({ repo }) => repo.tags)).toEqual([["one", "drei"]]);
});

test("a commit of megabytes is streamed over HTTP, and an endless one is cut", async () => {
  const hub = await hubWithRepo();
  const { port } = await hub.hub.listen({ host: "127.0.0.1", port: 0 });
  const post = (headers: Record<string, string | number>) =>
    request({
      port,
      method: "POST",
      path: `${hub.repo}/commit/main`,
      headers: { authorization: `Bearer ${testToken}`, "content-type": "application/x-ndjson", ...headers },
    });
  const whole = post({});
  whole.write(`${JSON.stringify(header)}\n`);
  for (let index = 0; index < 5; index++) {
    whole.write(`${JSON.stringify(file(`${index}.bin`, "x".repeat(1024 * 1024)))}\n`);
  }
  whole.end();
  const [done] = await once(whole, "response");
  expect([done.statusCode, JSON.parse(await text(done)).success]).toEqual([200, true]);
  expect(await hub.read("4.bin")).toBe("x".repeat(1024 * 1024));

  const announced = post({ "content-length": 200 * 1024 * 1024 });
  announced.once("error", () => {
    // The hub closes the connection, so sending the body fails.
  });
  announced.flushHeaders();
  const [refused] = await once(announced, "response");
  expect(refused.statusCode).toBe(413);
  announced.destroy();

  const broken = post({});
  broken.once("error", () => {
    // Aborted here.
  });
  broken.write(`${JSON.stringify(header)}\n${JSON.stringify(file("half", "half"))}\n`);
  await once(broken, "socket").then(([socket]) => once(socket, "connect"));
  broken.destroy();
  await commitFiles(hub, hub.repo, { "after.txt": "after" });
  expect(await hub.read("half")).toBe(404);
});
