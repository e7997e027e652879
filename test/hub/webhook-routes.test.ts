import { expect, test } from "vitest";
import { webhookResponse, webhookListResponse } from "../../src/hub/wire.ts";
import { testHub } from "../support/local-hub.ts";

const path = "/api/settings/webhooks";
const watched = [
  { type: "dataset", name: "me/corpus" },
  { type: "org", name: "acme" },
];
const url = "https://example.org/hook";

const post = (body?: unknown) => ({
  method: "POST",
  ...(body === undefined
    ? { headers: { "content-length": "0" } }
    : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
});

async function hubWithWebhook(
  body: Record<string, unknown> = { watched, url, secret: "s", domains: ["repo"] },
) {
  const hub = await testHub();
  const answer = await hub.call(path, post(body));
  const { webhook } = webhookResponse.parse(await answer.json());
  return { ...hub, webhook, onePath: `${path}/${webhook.id}` };
}

test("create returns the webhook with all fields that the Python client requires", async () => {
  const { call } = await testHub();
  const answer = await call(path, post({ watched, url, domains: ["repo"], secret: "s3cret" }));
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toBe("application/json");
  expect(answer.headers.get("x-request-id")).toMatch(/^req-/);
  expect(await answer.json()).toEqual({
    webhook: {
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      createdAt: expect.any(String),
      url,
      watched,
      domains: ["repo"],
      secret: "s3cret",
      disabled: false,
    },
  });
});

test("list returns a bare array in the order of creation", async () => {
  const { call } = await testHub();
  expect(await (await call(path)).json()).toEqual([]);
  const urls = ["https://a.example/", "https://b.example/", "https://c.example/"];
  for (const url of urls) await call(path, post({ watched, url }));
  const listed = webhookListResponse.parse(await (await call(path)).json());
  expect(listed.map(({ url }) => url)).toEqual(urls);
});

test("get returns the same as create", async () => {
  const { call, webhook, onePath } = await hubWithWebhook();
  expect(await (await call(onePath)).json()).toEqual({ webhook });
});

test("null means absent, as Python clients before 2026-03 send it", async () => {
  const { call, webhook, onePath } = await hubWithWebhook({
    watched,
    url,
    domains: null,
    secret: null,
    job: null,
  });
  const { createdAt } = webhook;
  expect(webhook).toEqual({
    id: webhook.id,
    createdAt,
    url,
    watched,
    domains: ["repo", "discussion"],
    disabled: false,
  });

  await call(onePath, post({ watched, url: null, domains: ["repo"], secret: "kept" }));
  const answer = await call(onePath, post({ watched, url: null, domains: null, secret: null }));
  expect(await answer.json()).toEqual({ webhook: { ...webhook, domains: ["repo"], secret: "kept" } });
});

test.for([{ watched: [] }, {}])("update with watched %o keeps the list and everything else", async (body) => {
  const { call, webhook, onePath } = await hubWithWebhook();
  const other = "https://other.example/";
  const answer = await call(onePath, post({ ...body, url: other }));
  expect(await answer.json()).toEqual({ webhook: { ...webhook, url: other } });
});

test("update replaces the watched list, in its order; an empty secret removes it; no domains means both", async () => {
  const { call, webhook, onePath } = await hubWithWebhook();
  const reversed = watched.toReversed();
  const answer = await call(onePath, post({ watched: reversed, secret: "", domains: [] }));
  const { secret, ...rest } = webhook;
  expect(secret).toBe("s");
  expect(await answer.json()).toEqual({
    webhook: { ...rest, watched: reversed, domains: ["repo", "discussion"] },
  });
});

test("both spellings of the discussion domain are accepted, and one is returned", async () => {
  const { webhook } = await hubWithWebhook({ watched, url, domains: ["discussions", "repo", "discussion"] });
  expect(webhook.domains).toEqual(["discussion", "repo"]);
});

test("buckets and kernels are watched like other repos", async () => {
  const items = [
    { type: "bucket", name: "me/files" },
    { type: "kernel", name: "me/flash" },
  ];
  const { webhook } = await hubWithWebhook({ watched: items, url });
  expect(webhook.watched).toEqual(items);
});

test("a type that an older version accepted is returned unchanged and refused in an update", async () => {
  const { call, store } = await testHub();
  const odd = [{ type: "dataste", name: "me/x" }];
  const { id } = await store.registry.create({
    account: "me",
    url,
    jobSourceId: null,
    watched: odd,
    domains: [],
    secret: null,
  });
  const [listed] = webhookListResponse.parse(await (await call(path)).json());
  expect(listed?.watched).toEqual(odd);
  expect((await call(`${path}/${id}`, post({ watched: odd, url }))).status).toBe(400);
});

test("a webhook that starts a Job is returned with its source Job and without a URL", async () => {
  const { call, client } = await testHub();
  const { id: jobSourceId } = await client.runJob({
    command: ["train", "--fast"],
    image: "python:3.12",
    environment: { EPOCHS: "3" },
    timeoutSeconds: 60,
  });
  const made = await call(path, post({ watched, jobSourceId }));
  const { webhook } = webhookResponse.parse(await made.json());
  expect(webhook).toMatchObject({
    jobSourceId,
    job: {
      id: jobSourceId,
      dockerImage: "python:3.12",
      command: ["train", "--fast"],
      arguments: [],
      environment: { EPOCHS: "3" },
      flavor: "cpu-basic",
      timeout: 60,
    },
  });
  expect(webhook).not.toHaveProperty("url");
  expect(webhookListResponse.parse(await (await call(path)).json())).toEqual([webhook]);
  const refused = await call(`${path}/${webhook.id}`, post({ watched, url }));
  expect(refused.status).toBe(400);
  expect(await refused.json()).toEqual({ error: '"url" is not allowed: this webhook starts a Job' });
});

test("enable and disable accept an empty POST, return the webhook, and are idempotent", async () => {
  const { call, webhook, onePath } = await hubWithWebhook();
  for (const [to, disabled] of [
    ["disable", true],
    ["disable", true],
    ["enable", false],
    ["enable", false],
  ] as const) {
    const answer = await call(`${onePath}/${to}`, post());
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ webhook: { ...webhook, disabled } });
  }
});

test("`disabled` shows the suspension of a webhook, and enabling clears it", async () => {
  const { call, webhook, onePath, store } = await hubWithWebhook();
  await store.registry.update("me", webhook.id, { disabled: true, suspended: true });
  const suspended = { ...webhook, disabled: "suspended-after-failure" };
  expect(await (await call(onePath)).json()).toEqual({ webhook: suspended });
  expect(await (await call(`${onePath}/enable`, post())).json()).toEqual({ webhook });
});

test("delete returns 2xx, and the webhook is gone", async () => {
  const { call, onePath } = await hubWithWebhook();
  expect((await call(onePath, { method: "DELETE" })).status).toBe(200);
  expect((await call(onePath)).status).toBe(404);
  expect((await call(onePath, { method: "DELETE" })).status).toBe(404);
});

test("a missing webhook is a 404 without an error code, which clients would take for a missing repo", async () => {
  const { call } = await testHub();
  const missing = `${path}/000000000000000000000000`;
  const answers = await Promise.all([
    call(missing),
    call(missing, post({ watched })),
    call(`${missing}/enable`, post()),
    call(`${missing}/disable`, post()),
    call(missing, { method: "DELETE" }),
  ]);
  for (const answer of answers) {
    expect(answer.status).toBe(404);
    expect(answer.headers.has("x-error-code")).toBe(false);
    expect(answer.headers.get("x-error-message")).toBe("Webhook not found");
    expect(await answer.json()).toEqual({ error: "Webhook not found" });
  }
});

const refusals: [what: string, body: unknown, message: string][] = [
  ["no watched", { url }, '"watched" is required'],
  ["watched is no list", { url, watched: "dataset:me/x" }, '"watched" must be an array'],
  ["an item without a type", { url, watched: [{ name: "me/x" }] }, '"watched[0].type" is required'],
  [
    "the second item's type is a number",
    { url, watched: [watched[0], { type: 1, name: "me/x" }] },
    '"watched[1].type" must be a string',
  ],
  [
    "a type the Hub does not have",
    { url, watched: [{ type: "dataste", name: "me/x" }] },
    '"watched[0].type" must be one of [dataset, model, space, user, org, bucket, kernel]',
  ],
  [
    "an empty name",
    { url, watched: [{ type: "model", name: "" }] },
    '"watched[0].name" is not allowed to be empty',
  ],
  ["no target", { watched }, '"value" must contain at least one of [url, jobSourceId]'],
  [
    "two targets",
    { watched, url, jobSourceId: "1" },
    '"value" contains a conflict between exclusive peers [url, jobSourceId]',
  ],
  [
    "a URL that is none",
    { watched, url: "example" },
    '"url" must be an address that can receive webhooks: "example" is not a URL',
  ],
  [
    "another scheme",
    { watched, url: "ftp://example.org" },
    '"url" must be an address that can receive webhooks: "ftp://example.org" cannot receive webhooks (ftp is not http or https)',
  ],
  [
    "an unknown domain",
    { watched, url, domains: ["repo", "x"] },
    '"domains[1]" must be one of [repo, discussion]',
  ],
  [
    "a secret that no header can carry",
    { watched, url, secret: "schlüssel" },
    '"secret" must be printable ASCII without surrounding spaces, because it is sent in a header',
  ],
  [
    "an inline Job",
    { watched, url, job: { flavor: "cpu-basic" } },
    '"job" is not allowed: send the ID of a source Job in "jobSourceId"',
  ],
  ["a list for a body", [], '"value" must be of type object'],
];

test.for(refusals)("create refuses %s", async ([, body, message]) => {
  const { call } = await testHub();
  const answer = await call(path, post(body));
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: message });
  expect(answer.headers.get("x-error-message")).toBe(message.replaceAll(/[^ -~]/g, "?"));
  expect(answer.headers.has("x-request-id")).toBe(true);
  expect(await (await call(path)).json()).toEqual([]);
});

test("a body that is not JSON is refused", async () => {
  const { call } = await testHub();
  const broken = await call(path, {
    method: "POST",
    body: '{"watched": [',
    headers: { "content-type": "application/json" },
  });
  expect(broken.status).toBe(400);
  const form = await call(path, {
    method: "POST",
    body: "a=b",
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
  expect(form.status).toBe(415);
});

test("creating, changing, enabling, disabling and deleting webhooks fires no event", async () => {
  const { client, store } = await testHub();
  const everything = [
    { type: "user", name: "me" },
    { type: "org", name: "acme" },
  ];
  const witness = await client.createWebhook({ url, watched: everything });
  const { id } = await client.createWebhook({ url, watched: everything });
  await client.updateWebhook(id, { secret: "x", domains: ["repo"] });
  await client.disableWebhook(id);
  await client.enableWebhook(id);
  await client.deleteWebhook(id);
  expect(await store.queue.counts(witness.id)).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
  expect(await store.queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});
