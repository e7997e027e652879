import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type ClientRequest, request } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { gitClient, gitServer } from "../support/git-client.ts";
import { commitFiles, makeRepo } from "../support/hub-repo.ts";
import { testToken } from "../support/local-hub.ts";
import { watchedHub } from "../support/watched-hub.ts";

const sha = /^[0-9a-f]{40}$/;

/** Creates a hub with a repo and a clone of it. */
async function cloned() {
  const dataDir = freshDataDir();
  const hub = await watchedHub({ dataDir });
  const repo = await makeRepo(hub, "net");
  const server = await gitServer(hub);
  const client = gitClient();
  await client.git("clone", "--quiet", `${server.url}/me/net`, ".");
  await hub.fired();
  const gitDir = async () => {
    const stored = await hub.store.repos.find("model", "me/net");
    return join(dataDir, "repos", `${stored?.id}.git`);
  };
  return { ...hub, ...client, repo, server, gitDir };
}

/** Starts a raw request to one of git's two services, to send what git would not. */
function askGit(
  { port }: { readonly port: number },
  service: "upload-pack" | "receive-pack",
  headers: Readonly<Record<string, string>> = {},
): ClientRequest {
  return request({
    port,
    path: `/me/net/git-${service}`,
    method: "POST",
    headers: {
      authorization: `Bearer ${testToken}`,
      "content-type": `application/x-git-${service}-request`,
      ...headers,
    },
  });
}

/** Prefixes a line with its length: https://git-scm.com/docs/protocol-common */
function packetLine(line: string): string {
  return `${(line.length + 4).toString(16).padStart(4, "0")}${line}`;
}

function wanting(head: string): string {
  return `${packetLine(`want ${head}\n`)}0000${packetLine("done\n")}`;
}

test("a clone contains commits made over the API", async () => {
  const hub = await watchedHub();
  const repo = await makeRepo(hub, "net");
  await commitFiles(hub, repo, { "a/b.txt": "hello" });
  const { url } = await gitServer(hub);
  const { git, folder } = gitClient();
  await git("clone", "--quiet", `${url}/me/net.git`, ".");
  expect(readFileSync(join(folder, "a/b.txt"), "utf8")).toBe("hello");
  expect(await git("rev-parse", "--abbrev-ref", "HEAD")).toBe("main");
});

test("datasets and Spaces are cloned from the plural of their type", async () => {
  const hub = await watchedHub();
  for (const type of ["dataset", "space"]) {
    const made = await hub.post("/api/repos/create", { type, name: "me/other", sdk: "static" });
    expect(made.status).toBe(200);
  }
  const { url } = await gitServer(hub);
  for (const types of ["datasets", "spaces"]) {
    const { git } = gitClient();
    await git("clone", "--quiet", `${url}/${types}/me/other`, ".");
    expect(await git("log", "--format=%s")).toBe("initial commit");
  }
});

test("a push of 50 commits on 3 branches and 2 tags is one event with 5 refs", async () => {
  const { git, commit, fired } = await cloned();
  const before = await git("rev-parse", "HEAD");
  await commit(20, "main");
  await git("switch", "--quiet", "--create", "dev");
  await commit(20, "dev");
  await git("tag", "light");
  await git("switch", "--quiet", "--create", "feature/deep", "main");
  await commit(10, "deep");
  await git("tag", "--annotate", "--message", "Two", "v2");
  await git("push", "--quiet", "origin", "main", "dev", "feature/deep", "light", "v2");

  const at = async (ref: string) => git("rev-parse", ref);
  const payloads = await fired();
  expect(payloads).toMatchObject([
    {
      event: { scope: "repo.content", action: "update" },
      repo: { type: "model", name: "me/net", headSha: await at("main") },
    },
  ]);
  expect(payloads[0]?.updatedRefs).toEqual([
    { ref: "refs/heads/dev", oldSha: null, newSha: await at("dev") },
    { ref: "refs/heads/feature/deep", oldSha: null, newSha: await at("feature/deep") },
    { ref: "refs/heads/main", oldSha: before, newSha: await at("main") },
    { ref: "refs/tags/light", oldSha: null, newSha: await at("refs/tags/light") },
    { ref: "refs/tags/v2", oldSha: null, newSha: await at("refs/tags/v2") },
  ]);
  expect(await at("refs/tags/v2")).not.toBe(await at("refs/tags/v2^{commit}"));
});

test("a forced push has both shas, and a deleted branch has no new sha", async () => {
  const { git, commit, fired } = await cloned();
  await commit(2);
  await git("push", "--quiet", "origin", "main", "main:dev");
  await fired();
  const old = await git("rev-parse", "main");
  await git("reset", "--quiet", "--hard", "HEAD~1");
  await commit(1, "other");
  await git("push", "--quiet", "--force", "origin", "main");
  expect(await fired()).toMatchObject([
    {
      updatedRefs: [{ ref: "refs/heads/main", oldSha: old, newSha: await git("rev-parse", "main") }],
    },
  ]);
  await git("push", "--quiet", "origin", ":dev");
  const [deleted] = await fired();
  expect(deleted?.updatedRefs).toEqual([{ ref: "refs/heads/dev", oldSha: old, newSha: null }]);
});

test("a push without changes fires nothing, and a partly rejected one fires the accepted refs", async () => {
  const { git, tryGit, commit, fired, repo, ...hub } = await cloned();
  await git("push", "--quiet", "origin", "main");
  expect(await fired()).toEqual([]);

  await commitFiles(hub, repo, { "theirs.txt": "theirs" });
  await fired();
  await commit(1, "mine");
  await git("branch", "side");
  const refused = await tryGit("push", "origin", "main", "side");
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(/main -> main \((fetch first|non-fast-forward)\)/);
  expect(await fired()).toMatchObject([{ updatedRefs: [{ ref: "refs/heads/side", oldSha: null }] }]);
});

test("the default branch cannot be deleted by a push", async () => {
  const { tryGit, fired } = await cloned();
  expect((await tryGit("push", "origin", ":main")).status).toBe(1);
  expect(await fired()).toEqual([]);
});

test("a pack of many megabytes is transferred intact in both directions", async () => {
  const { git, folder, server, fired } = await cloned();
  const bytes = randomBytes(8 * 1024 * 1024);
  writeFileSync(join(folder, "weights.bin"), bytes);
  await git("add", ".");
  await git("commit", "--quiet", "--message", "Weights");
  // Above this size git sends chunks without announcing the length.
  await git("-c", "http.postBuffer=65536", "push", "--quiet", "origin", "main");
  expect(await fired()).toHaveLength(1);

  const other = gitClient();
  await other.git("clone", "--quiet", `${server.url}/me/net`, ".");
  expect(readFileSync(join(other.folder, "weights.bin")).equals(bytes)).toBe(true);
});

test("a fetch gets others' pushes, and concurrent fetches do not interfere", async () => {
  const { git, commit, server } = await cloned();
  const others = Array.from({ length: 4 }, () => gitClient());
  await Promise.all(others.map(({ git }) => git("clone", "--quiet", `${server.url}/me/net`, ".")));
  await commit(3);
  await git("push", "--quiet", "origin", "main");
  await Promise.all(others.map(({ git }) => git("fetch", "--quiet")));
  const wanted = await git("rev-parse", "main");
  for (const other of others) expect(await other.git("rev-parse", "origin/main")).toBe(wanted);
});

test("concurrent pushes of different branches fire one event each, for that branch only", async () => {
  const { server, fired } = await cloned();
  const names = ["a", "b", "c", "d"];
  await Promise.all(
    names.map(async (name) => {
      const { git, commit } = gitClient();
      await git("clone", "--quiet", `${server.url}/me/net`, ".");
      await commit(1, name);
      await git("push", "--quiet", "origin", `HEAD:${name}`);
    }),
  );
  const refs = (await fired()).map(({ updatedRefs }) => updatedRefs?.map(({ ref }) => ref).join());
  expect(new Set(refs)).toEqual(new Set(names.map((name) => `refs/heads/${name}`)));
  expect(refs).toHaveLength(names.length);
});

test("git is asked for a password without the token, and refused with a wrong one", async () => {
  const { port } = (await cloned()).server;
  const address = `127.0.0.1:${port}/me/net`;
  const asked = await fetch(`http://${address}/info/refs?service=git-upload-pack`);
  expect(asked.status).toBe(401);
  expect(asked.headers.get("www-authenticate")).toMatch(/^Basic realm=/);
  const { tryGit } = gitClient();
  for (const place of [`http://${address}`, `http://me:wrong@${address}`]) {
    const { status, stderr } = await tryGit("clone", place, "nothing");
    expect(status).not.toBe(0);
    expect(stderr).toMatch(/could not read Username|Authentication failed/);
  }
  const bearer = { authorization: `Bearer ${testToken}` };
  const answer = await fetch(`http://${address}/info/refs?service=git-upload-pack`, { headers: bearer });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/x-git-upload-pack-advertisement");
});

test("the token as a password opens only git's paths", async () => {
  const { port } = (await cloned()).server;
  const basic = `Basic ${Buffer.from(`me:${testToken}`).toString("base64")}`;
  const answer = await fetch(`http://127.0.0.1:${port}/api/models/me/net`, {
    headers: { authorization: basic },
  });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toBeNull();
});

test("missing repos and the dumb protocol are refused", async () => {
  const { server, tryGit, call } = await cloned();
  const { status, stderr } = await tryGit("ls-remote", `${server.url}/me/nowhere`);
  expect(status).toBe(128);
  expect(stderr).toContain("not found");
  expect((await call("/me/net/info/refs")).status).toBe(400);
  expect((await call("/me/net/info/refs?service=git-upload-archive")).status).toBe(400);
  for (const path of ["HEAD", "config", "objects/info/packs", "git-upload-archive", "..%2f..%2fhub.db"]) {
    expect((await call(`/me/net/${path}`)).status).toBe(404);
  }
  expect((await call("/..%2f..%2fetc/passwd/info/refs?service=git-upload-pack")).status).toBe(404);
});

test("a compressed body is accepted", async () => {
  const { server, git } = await cloned();
  const sent = askGit(server, "upload-pack", { "content-encoding": "gzip" });
  sent.end(gzipSync(wanting(await git("rev-parse", "HEAD"))));
  const answer = await new Promise<string>((resolve, reject) => {
    sent.once("response", (response) => {
      response.setEncoding("latin1");
      resolve(text(response));
    });
    sent.once("error", reject);
  });
  expect(answer).toMatch(/^0008NAK\nPACK/);
});

test("an interrupted push changes and fires nothing, and the next one works", async () => {
  const { server, git, commit, fired, gitDir } = await cloned();
  await commit(1);
  const old = await git("rev-parse", "HEAD~1");
  const command = `${old} ${await git("rev-parse", "HEAD")} refs/heads/main\0 report-status`;
  const sent = askGit(server, "receive-pack");
  const broken = new Promise((resolve) => {
    sent.once("error", resolve);
  });
  sent.write(`${packetLine(command)}0000PACK\0\0\0\x02`);
  await new Promise((resolve) => {
    sent.once("socket", (socket) => socket.once("connect", resolve));
  });
  sent.destroy(new Error("gone"));
  await broken;
  await git("push", "--quiet", "origin", "HEAD:refs/heads/next");
  expect(await fired()).toMatchObject([{ updatedRefs: [{ ref: "refs/heads/next" }] }]);
  expect(readFileSync(join(await gitDir(), "refs/heads/main"), "utf8").trim()).toBe(old);
});

test("an interrupted clone leaves no process and an unchanged hub", async () => {
  const { git, folder, server, call, lines } = await cloned();
  writeFileSync(join(folder, "weights.bin"), randomBytes(8 * 1024 * 1024));
  await git("add", ".");
  await git("commit", "--quiet", "--message", "Weights");
  await git("push", "--quiet", "origin", "main");
  const head = await git("rev-parse", "HEAD");
  const sent = askGit(server, "upload-pack");
  sent.end(wanting(head));
  const [response] = await once(sent, "response");
  await once(response, "readable");
  sent.destroy();
  const stored = await git("ls-remote", "origin", "main");
  expect(stored).toBe(`${head}\trefs/heads/main`);
  expect((await call("/api/models/me/net")).status).toBe(200);
  expect(lines).toEqual([]);
});

test("hooks of a repository never run", async () => {
  const { git, commit, gitDir, folder, repo, ...hub } = await cloned();
  const trace = join(folder, "..", "trace");
  const hooks = join(await gitDir(), "hooks");
  mkdirSync(hooks, { recursive: true });
  for (const name of ["pre-receive", "update", "post-receive", "post-update", "reference-transaction"]) {
    writeFileSync(join(hooks, name), `#!/bin/sh\necho ${name} >> ${trace}\n`);
    chmodSync(join(hooks, name), 0o755);
  }
  await commit(1);
  await git("push", "--quiet", "origin", "main");
  await commitFiles(hub, repo, { "x.txt": "x" });
  expect(existsSync(trace)).toBe(false);
});

test("pushed commits can be read over the API by their shas", async () => {
  const { git, folder, call, repo } = await cloned();
  writeFileSync(join(folder, "hello.txt"), "hello");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "Hello");
  await git("push", "--quiet", "origin", "main");
  const info = await call(repo);
  expect(await info.json()).toMatchObject({ sha: await git("rev-parse", "HEAD") });
  const file = await call("/me/net/resolve/main/hello.txt");
  expect(await file.text()).toBe("hello");
  expect(file.headers.get("x-repo-commit")).toMatch(sha);
});

test("a push with an entry that git does not check out is refused", async () => {
  const { git, tryGit, folder } = await cloned();
  await git("commit", "--quiet", "--allow-empty", "--message", "first");
  const blob = await git("hash-object", "-w", "--stdin");
  for (const entry of ["..", ".git", ".GIT ", "git~1", ".g\u200cit"]) {
    writeFileSync(join(folder, "tree"), `100644 blob ${blob}\t${entry}\0`);
    const tree = await git("-c", "core.quotePath=false", "-c", `alias.write=!git mktree -z < tree`, "write");
    const commit = await git("commit-tree", tree, "-p", "HEAD", "-m", "hostile");
    const { status, stderr } = await tryGit("push", "--quiet", "origin", `${commit}:refs/heads/main`);
    expect(status, entry).not.toBe(0);
    expect(stderr, entry).toMatch(/hasDot(?:dot|git)/);
  }
  await git("push", "--quiet", "origin", "HEAD:refs/heads/main");
});

test.each([{}, { authorization: `Basic ${btoa("x:y")}` }])(
  "git-lfs gets a message instead of a request for a password with %j",
  async (headers) => {
    const { call } = await watchedHub();
    for (const path of ["/me/net.git/info/lfs/objects/batch", "/datasets/me/net/info/lfs/locks/verify"]) {
      const answer = await call(path, { method: "POST", body: "{}", headers });
      expect(answer.status).toBe(501);
      expect(answer.headers.get("content-type")).toBe("application/vnd.git-lfs+json");
      expect(await answer.json()).toMatchObject({ message: expect.stringContaining("has no Git LFS") });
    }
  },
);
