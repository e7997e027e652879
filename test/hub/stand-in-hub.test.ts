import { expect, it } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import {
  HubFailedError,
  HubUnauthorizedError,
  NotLocalHubError,
  WebhookNotFoundError,
} from "../../src/hub/errors.ts";
import { standInHub } from "../support/stand-in-hub.ts";

const watched = [{ type: "org", name: "acme" }];

async function connect() {
  const hub = await standInHub();
  return { hub, client: createHubClient({ endpoint: hub.endpoint, token: hub.token }) };
}

it("keeps webhooks as the Hub does", async () => {
  const { hub, client } = await connect();
  expect(await client.whoami()).toMatchObject({ name: "me" });
  const made = await client.createWebhook({ url: "https://example.org/a", watched });
  await client.updateWebhook(made.id, { url: "https://example.org/b" });
  expect(hub.webhooks.get(made.id)).toMatchObject({ url: "https://example.org/b", watched });
  expect(await client.disableWebhook(made.id)).toMatchObject({ status: "disabled" });
  expect(await client.enableWebhook(made.id)).toMatchObject({ status: "enabled" });
  expect(await client.listWebhooks()).toHaveLength(1);
  await client.deleteWebhook(made.id);
  expect(await client.listWebhooks()).toEqual([]);
});

it("has nothing that only a local hub has", async () => {
  const { hub, client } = await connect();
  const { id } = hub.add({});
  await expect(client.activity(id)).rejects.toBeInstanceOf(NotLocalHubError);
});

it("misbehaves as told, and behaves again", async () => {
  const { hub, client } = await connect();
  const { id } = hub.add({});
  hub.misbehave({ on: /GET .*webhooks/, status: 500 });
  await expect(client.getWebhook(id)).rejects.toBeInstanceOf(HubFailedError);
  hub.behave();
  hub.misbehave({ on: /GET .*webhooks/, status: 401, times: 1, body: { error: "Invalid credentials" } });
  await expect(client.getWebhook(id)).rejects.toBeInstanceOf(HubUnauthorizedError);
  expect(await client.getWebhook(id)).toMatchObject({ id });
  hub.misbehave({ on: /POST/, first: () => hub.webhooks.delete(id) });
  await expect(client.disableWebhook(id)).rejects.toBeInstanceOf(WebhookNotFoundError);
});

it("is slow until it is told otherwise", async () => {
  const { hub, client } = await connect();
  const released = Promise.withResolvers<void>();
  hub.misbehave({ on: /GET/, until: released.promise });
  let isDone = false;
  const listing = client.listWebhooks().then(() => (isDone = true));
  await expect.poll(() => hub.seen.length).toBe(1);
  expect(isDone).toBe(false);
  released.resolve();
  await listing;
});
