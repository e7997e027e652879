import { Buffer } from "node:buffer";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { gitClient, gitServer } from "../support/git-client.ts";
import { makeRepo } from "../support/hub-repo.ts";
import { testHub, testToken } from "../support/local-hub.ts";

test("reads the revision and the files of a branch that git pushed", async () => {
  const made = await testHub();
  await makeRepo(made, "rules");
  const { port, url } = await gitServer(made);
  const { folder, git } = gitClient();
  await git("init", "--quiet", "--initial-branch", "main");
  writeFileSync(join(folder, "hé #1.yaml"), "title: one\n");
  await git("add", ".");
  await git("commit", "--quiet", "--message", "Add a policy");
  await git("push", "--quiet", "--force", `${url}/me/rules`, "main:main", "main:eu/next");
  const client = createHubClient({ endpoint: `http://127.0.0.1:${port}`, token: testToken });
  const repo = { type: "model", name: "me/rules" };
  const head = await git("rev-parse", "HEAD");
  for (const branch of ["main", "eu/next"]) {
    const { sha, files } = await client.readRevision(repo, branch);
    expect(sha).toBe(head);
    expect(files).toContainEqual({ path: "hé #1.yaml", bytes: 11 });
  }
  const bytes = await client.readRepoFile(repo, head, "hé #1.yaml", 11);
  expect(Buffer.from(bytes).toString()).toBe("title: one\n");
  await expect(client.readRepoFile(repo, head, "hé #1.yaml", 10)).rejects.toThrow("more than 10 bytes");
  await expect(client.readRevision(repo, "gone")).rejects.toMatchObject({ code: "hub-refused", status: 404 });
  await expect(client.readRevision({ ...repo, name: "me/none" }, "main")).rejects.toMatchObject({
    status: 404,
  });
  const stranger = createHubClient({ endpoint: `http://127.0.0.1:${port}`, token: "hf_wrong" });
  await expect(stranger.readRevision(repo, "main")).rejects.toMatchObject({ code: "hub-unauthorized" });
});

test("follows redirects of a download, and sends the token to the hub alone", async () => {
  const seen: (string | undefined)[] = [];
  const listen = async (answer: (path: string) => { status: number; location?: string; body?: string }) => {
    const server = createServer((request, response) => {
      seen.push(request.headers.authorization);
      const { status, location, body = "" } = answer(request.url ?? "");
      response.writeHead(status, location === undefined ? {} : { location }).end(body);
    });
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  const other = await listen(() => ({ status: 200, body: "content" }));
  const endpoint = await listen((path) =>
    path.startsWith("/cache")
      ? { status: 302, location: `${other}/large` }
      : path.includes("loop")
        ? { status: 302, location: path }
        : { status: 307, location: "/cache/a.yaml" },
  );
  const client = createHubClient({ endpoint, token: testToken });
  const repo = { type: "dataset", name: "me/rules" };
  const bytes = await client.readRepoFile(repo, "a".repeat(40), "a.yaml", 100);
  expect(Buffer.from(bytes).toString()).toBe("content");
  expect(seen).toEqual([`Bearer ${testToken}`, `Bearer ${testToken}`, undefined]);
  await expect(client.readRepoFile(repo, "a".repeat(40), "loop.yaml", 100)).rejects.toMatchObject({
    code: "hub-moved",
  });
});
