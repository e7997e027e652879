import { expect, test } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { WebhookChangedError, WebhookNotFoundError } from "../../src/hub/errors.ts";
import { UsageError } from "../../src/model/errors.ts";
import { isHooklensError } from "../../src/model/errors.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub, testToken } from "../support/local-hub.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const watched = [{ type: "dataset", name: "me/corpus" }];
const url = "https://example.org/hook";

/** Creates a client over a socket or inside the process. */
async function clientOf(way: "over HTTP" | "in-process") {
  const { hub, client } = await testHub();
  if (way === "in-process") return client;
  const { url: endpoint } = await hub.listen({ host: "127.0.0.1", port: 0 });
  return createHubClient({ endpoint, token: testToken });
}

test.for(["over HTTP", "in-process"] as const)(
  "a webhook is created, changed, switched and deleted %s",
  async (way) => {
    const client = await clientOf(way);
    expect(await client.whoami()).toEqual({ name: "me", fullname: "me", orgs: [] });
    const made = await client.createWebhook({ url, watched, domains: ["discussions"], secret: "s" });
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      url,
      job: null,
      watched,
      domains: ["discussion"],
      secret: "s",
      status: "enabled",
      disabled: false,
      suspended: false,
      createdAt: expect.any(String),
    });
    expect(await client.listWebhooks()).toEqual([made]);
    expect(await client.getWebhook(made.id)).toEqual(made);

    const other = "https://other.example/";
    expect(await client.updateWebhook(made.id, { url: other })).toEqual({ ...made, url: other });
    expect(await client.updateWebhook(made.id, { secret: "" })).toEqual({
      ...made,
      url: other,
      secret: null,
    });
    const items = [...watched, { type: "org", name: "acme" }];
    expect(await client.updateWebhook(made.id, { watched: items, domains: ["repo"] })).toMatchObject({
      url: other,
      watched: items,
      domains: ["repo"],
    });

    expect(await client.disableWebhook(made.id)).toMatchObject({ status: "disabled", disabled: true });
    expect(await client.enableWebhook(made.id)).toMatchObject({ status: "enabled", disabled: false });
    await client.deleteWebhook(made.id);
    expect(await client.listWebhooks()).toEqual([]);
    await expect(client.deleteWebhook(made.id)).rejects.toThrow(WebhookNotFoundError);
  },
);

test("a webhook that starts a Job names its source Job", async () => {
  const client = await clientOf("in-process");
  const { id: jobId } = await client.runJob({ command: ["true"], image: "python:3.12" });
  const made = await client.createWebhook({ jobId, watched });
  expect(made).toMatchObject({ url: null, job: { id: jobId, command: ["true"] } });
  expect(await client.updateWebhook(made.id, { secret: "x" })).toMatchObject({ secret: "x", job: made.job });
});

test("an update reads the webhook first and sends all fields, including the returned secret", async () => {
  const current = {
    id: "a1",
    url,
    watched,
    domains: ["discussions"],
    secret: "s",
    disabled: false,
    extra: 1,
  };
  const target = await httpTarget(always(200, { webhook: current }));
  const client = createHubClient({ endpoint: target.url, token: "hf_x" });
  await client.updateWebhook("a1", { url: "https://new.example/" });
  expect(target.seen.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /api/settings/webhooks/a1",
    "POST /api/settings/webhooks/a1",
  ]);
  expect(JSON.parse(target.seen[1]?.body ?? "")).toEqual({
    watched,
    url: "https://new.example/",
    domains: ["discussion"],
    secret: "s",
  });
  expect(target.seen[1]?.headers).toMatchObject({
    authorization: "Bearer hf_x",
    "content-type": "application/json",
  });
});

test("an update omits an unknown secret and sends an empty one to remove it", async () => {
  const current = { id: "a1", url, watched, domains: ["repo"], disabled: false };
  const target = await httpTarget(always(200, { webhook: current }));
  const client = createHubClient({ endpoint: target.url, token: "hf_x" });
  await client.updateWebhook("a1", { domains: [] });
  await client.updateWebhook("a1", { secret: "" });
  expect(JSON.parse(target.seen[1]?.body ?? "")).toEqual({ watched, url, domains: [] });
  expect(JSON.parse(target.seen[3]?.body ?? "")).toEqual({ watched, url, domains: ["repo"], secret: "" });
});

test("create omits absent fields, and enable sends an empty body", async () => {
  const target = await httpTarget(always(200, { webhook: { id: "a1", url, watched } }));
  const client = createHubClient({ endpoint: target.url, token: "hf_x" });
  await client.createWebhook({ url, watched });
  await client.enableWebhook("a1");
  expect(JSON.parse(target.seen[0]?.body ?? "")).toEqual({ url, watched });
  expect(target.seen[1]).toMatchObject({
    method: "POST",
    path: "/api/settings/webhooks/a1/enable",
    body: "",
  });
  expect(target.seen[1]?.headers["content-length"]).toBe("0");
});

test("additional fields of the real Hub are accepted", async () => {
  const wire = {
    id: "a1",
    job: { dockerImage: "python:3.12", command: ["python"], flavor: "cpu-basic" },
    jobSourceId: "j1",
    watched: [{ type: "kernel", name: "me/k", id: "x" }],
    domains: ["discussions", "something-new"],
    disabled: "suspended-after-failure",
    updatedAt: "2026-01-01",
  };
  const target = await httpTarget(always(200, [wire]));
  const client = createHubClient({ endpoint: target.url, token: null });
  expect(await client.listWebhooks()).toEqual([
    {
      id: "a1",
      url: null,
      job: { id: "j1", dockerImage: "python:3.12", command: ["python"], flavor: "cpu-basic" },
      watched: [{ type: "kernel", name: "me/k" }],
      domains: ["discussion", "something-new"],
      secret: null,
      status: "disabled",
      disabled: true,
      suspended: true,
    },
  ]);
  expect(target.seen[0]?.headers).not.toHaveProperty("authorization");
});

test("an invalid webhook is refused before anything is sent", async () => {
  const target = await httpTarget(always(200));
  const client = createHubClient({ endpoint: target.url, token: "hf_x" });
  await expect(client.createWebhook({ watched })).rejects.toThrow(UsageError);
  await expect(client.createWebhook({ watched, url, jobId: "j" })).rejects.toThrow(UsageError);
  await expect(client.createWebhook({ watched, url, domains: ["repos"] })).rejects.toThrow(UsageError);
  await expect(client.createWebhook({ watched, url, secret: "schl\u00fcssel" })).rejects.toThrow(
    "the webhook is not valid (secret must be printable ASCII without surrounding spaces",
  );
  await expect(client.createWebhook({ watched, url: "example" })).rejects.toThrow(
    'the webhook is not valid (url must be an address that can receive webhooks: "example" is not a URL)',
  );
  expect(target.seen).toEqual([]);
});

test.for(["", "..", "../webhooks", "a/b", "a?b", "ä"])(
  "the id %o is invalid and never put in a path",
  async (id) => {
    const target = await httpTarget(always(200));
    const client = createHubClient({ endpoint: target.url, token: "hf_x" });
    await expect(client.deleteWebhook(id)).rejects.toThrow(WebhookNotFoundError);
    await expect(client.enableWebhook(id)).rejects.toThrow(WebhookNotFoundError);
    expect(target.seen).toEqual([]);
  },
);

test("a token with a line break is refused without quoting it", async () => {
  const target = await httpTarget(always(200, []));
  const client = createHubClient({ endpoint: target.url, token: "hf_secret\nx" });
  const error = await client.listWebhooks().catch((error: unknown) => error);
  expect(isHooklensError(error) && error.exitCode).toBe(2);
  expect(String(error)).not.toContain("hf_secret");
  expect(target.seen).toEqual([]);
});

test("a change is refused if the webhook is no longer as expected", async () => {
  const hub = await standInHub();
  const client = createHubClient(hub);
  const read = await client.getWebhook(hub.add({ secret: "s" }).id);
  // The order of domains does not count, and neither does the status.
  hub.add({ id: read.id, secret: "s", domains: ["discussion", "repo"], disabled: true });
  expect(await client.updateWebhook(read.id, { watched }, read)).toMatchObject({ watched });
  const failure = await client.updateWebhook(read.id, { watched: [] }, read).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(WebhookChangedError);
  expect(failure).toMatchObject({ current: { id: read.id, watched } });
  expect(hub.webhooks.get(read.id)?.watched).toEqual(watched);
});

test("the organizations of the account are read", async () => {
  const hub = await standInHub();
  const account = { name: "me", type: "user", orgs: [{ type: "org", name: "acme" }, { name: "lab" }] };
  hub.serve([/^GET \/api\/whoami-v2$/, () => [200, account]]);
  expect((await createHubClient(hub).whoami()).orgs).toEqual(["acme", "lab"]);
});

test.for(["over HTTP", "in-process"] as const)(
  "a list without changes is the same list, and is not sent again %s",
  async (way) => {
    const client = await clientOf(way);
    const made = await client.createWebhook({ url, watched });
    const first = await client.listWebhooks();
    expect(await client.listWebhooks()).toBe(first);
    await client.disableWebhook(made.id);
    const second = await client.listWebhooks();
    expect(second).toMatchObject([{ id: made.id, disabled: true }]);
    expect(await client.listWebhooks()).toBe(second);
  },
);
