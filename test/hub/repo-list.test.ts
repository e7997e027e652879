import { expect, test } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { httpTarget } from "../support/http-target.ts";
import { makeRepo } from "../support/hub-repo.ts";
import { testHub, testToken } from "../support/local-hub.ts";
import { standInHub } from "../support/stand-in-hub.ts";

test("repos are listed by type, newest first, of all owners or of one", async () => {
  const hub = await testHub();
  await makeRepo(hub, "first");
  await makeRepo(hub, "second");
  const { url } = await hub.hub.listen({ host: "127.0.0.1", port: 0 });
  for (const client of [hub.client, createHubClient({ endpoint: url, token: testToken })]) {
    expect(await client.listRepos("model", null)).toEqual(["me/second", "me/first"]);
    expect(await client.listRepos("model", "me")).toEqual(["me/second", "me/first"]);
    expect(await client.listRepos("model", "acme")).toEqual([]);
    expect(await client.listRepos("dataset", null)).toEqual([]);
  }
});

test("the Hub is asked for the newest repos of the owner", async () => {
  const target = await httpTarget((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify([{ id: "me/x", likes: 1 }]));
  });
  const client = createHubClient({ endpoint: target.url, token: "hf_x" });
  expect(await client.listRepos("dataset", "me")).toEqual(["me/x"]);
  expect(target.seen[0]?.path).toBe("/api/datasets?limit=200&sort=createdAt&author=me");
});

test("names are searched in one attempt, 10 at most", async () => {
  const hub = await testHub();
  await makeRepo(hub, "corpus-a");
  await makeRepo(hub, "other");
  expect(await hub.client.searchRepos("model", "CORPUS")).toEqual(["me/corpus-a"]);

  const remote = await standInHub();
  remote.serve([/^GET \/api\/datasets$/, ({ query }) => [200, [{ id: `acme/${query.get("search")}` }]]]);
  const client = createHubClient(remote);
  expect(await client.searchRepos("dataset", "cor/p")).toEqual(["acme/cor/p"]);
  expect(remote.seen[0]?.path).toBe("/api/datasets?search=cor%2Fp&limit=10");
  remote.misbehave({ on: /datasets/, status: 500 });
  await expect(client.searchRepos("dataset", "x")).rejects.toThrow("HTTP 500");
  expect(remote.seen).toHaveLength(2);
});
