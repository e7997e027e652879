import { expect, test } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { NotLocalHubError } from "../../src/hub/errors.ts";
import { advanceUntilAttempted } from "../support/advance.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { handClock } from "../support/hand-clock.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub, type TestHub } from "../support/local-hub.ts";

const watched = [{ type: "model", name: "me/m" }];
const event = { scope: "repo", action: "create", repo: { type: "model", name: "me/m" } };

/** Fires the event. @returns the ID of its dispatch */
async function trigger({ client }: TestHub): Promise<string> {
  const { dispatches } = await client.trigger(event);
  return String(dispatches[0]?.id);
}

test("a held webhook keeps its dispatches until it is released, whether or not it is enabled between", async () => {
  const target = await httpTarget(always(200));
  const hub = await testHub();
  const { client } = hub;
  const { id } = await client.createWebhook({ url: target.url, watched });
  expect(await client.holdWebhook(id, true)).toMatchObject({ id, held: true, disabled: false });
  const first = await trigger(hub);
  hub.hub.startDispatching();
  await client.disableWebhook(id);
  expect(await client.enableWebhook(id)).toMatchObject({ held: true, disabled: false });
  expect(await client.dispatch(id, first)).toMatchObject({ state: "held", attemptCount: 0 });
  // Events are stored meanwhile, unlike those of a disabled webhook.
  const second = await trigger(hub);
  expect(await client.dispatch(id, second)).toMatchObject({ state: "held" });

  await client.disableWebhook(id);
  expect(await client.holdWebhook(id, false)).not.toHaveProperty("held");
  expect(await client.dispatch(id, first)).toMatchObject({ state: "held" });
  await client.enableWebhook(id);
  await hub.attempted(2);
  expect(target.seen).toHaveLength(2);
});

test("a webhook stays held after a restart", async () => {
  const target = await httpTarget(always(200));
  const dataDir = freshDataDir();
  const before = await testHub({ dataDir });
  const { id } = await before.client.createWebhook({ url: target.url, watched });
  await before.client.holdWebhook(id, true);
  const dispatch = await trigger(before);
  await before.hub.close(0);
  await before.store.close();

  const hub = await testHub({ dataDir });
  hub.hub.startDispatching();
  const other = await hub.client.createWebhook({ url: target.url, watched });
  await trigger(hub);
  await hub.attempted(1);
  expect(hub.attempts[0]?.webhookId).toBe(other.id);
  expect((await hub.client.getWebhook(id)).held).toBe(true);
  expect(await hub.client.dispatch(id, dispatch)).toMatchObject({ state: "held" });
  await hub.client.holdWebhook(id, false);
  await hub.attempted(3);
});

test("a dispatch that was claimed before its webhook was held is not sent", async () => {
  const target = await httpTarget(always(200));
  const hub = await testHub();
  const { id } = await hub.client.createWebhook({ url: target.url, watched });
  await trigger(hub);
  // A crash left the lane open.
  await hub.store.registry.update("me", id, { held: true });
  hub.hub.startDispatching();
  await expect.poll(() => hub.store.queue.counts()).toMatchObject({ held: 1, leased: 0 });
  expect(target.seen).toEqual([]);
});

test("a waiting dispatch is sent now, and one that does not wait is refused", async () => {
  let status = 500;
  const target = await httpTarget((_request, response) => void response.writeHead(status).end());
  const clock = handClock();
  const hub = await testHub({ clock });
  const { id } = await hub.client.createWebhook({ url: target.url, watched });
  const dispatch = await trigger(hub);
  hub.hub.startDispatching();
  await hub.attempted(1);
  expect(await hub.client.dispatch(id, dispatch)).toMatchObject({ state: "retrying" });
  status = 200;
  const nowMs = clock.nowMs();
  const hastened = await hub.client.retryDispatch(id, dispatch);
  expect(hastened.id).toBe(Number(dispatch));
  await hub.attempted(2);
  expect(clock.nowMs()).toBe(nowMs);
  // It is an attempt of the schedule, not a replay.
  expect(hub.attempts[1]).toMatchObject({ attempt: 2, status: 200 });
  await expect(hub.client.retryDispatch(id, dispatch)).rejects.toThrow("it is sent");

  await hub.client.holdWebhook(id, true);
  await expect(hub.client.retryDispatch(id, await trigger(hub))).rejects.toThrow("it is held");
});

test("all waiting dispatches of a webhook are sent now, and those of others wait", async () => {
  const target = await httpTarget(always(500));
  const clock = handClock();
  const hub = await testHub({ clock });
  const { id } = await hub.client.createWebhook({ url: target.url, watched });
  await hub.client.createWebhook({ url: `${target.url}/other`, watched });
  await trigger(hub);
  await trigger(hub);
  hub.hub.startDispatching();
  await hub.attempted(4);
  expect(await hub.client.retryDispatches(id)).toBe(2);
  await hub.attempted(6);
  expect(target.seen.filter(({ path }) => path === "/")).toHaveLength(4);
  await expect(hub.client.retryDispatches("none")).rejects.toThrow("no webhook none");
});

test("a dropped dispatch is given up without another attempt, and others are sent", async () => {
  const target = await httpTarget(always(500));
  const clock = handClock();
  const hub = await testHub({ clock });
  const { client } = hub;
  const { id } = await client.createWebhook({ url: target.url, watched });
  const dispatch = await trigger(hub);
  hub.hub.startDispatching();
  await hub.attempted(1);
  expect(await client.dropDispatch(id, dispatch)).toMatchObject({
    state: "dead",
    lastStatus: 500,
    lastError: "dropped before it was sent",
    nextAttemptAt: null,
  });
  expect(await hub.store.queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
  await expect(client.dropDispatch(id, dispatch)).rejects.toThrow("it is dead");
  const other = await trigger(hub);
  await advanceUntilAttempted(3, clock, hub);
  expect(hub.attempts.map((attempt) => String(attempt.id))).toEqual([dispatch, other, other]);
  // A dropped dispatch can still be replayed.
  expect(await client.replayDispatch(id, dispatch)).toMatchObject({ status: 500 });

  await client.holdWebhook(id, true);
  expect(await client.dropDispatch(id, await trigger(hub))).toMatchObject({ state: "dead", attemptCount: 0 });
});

test("an unknown webhook or dispatch is a 404, also another webhook's dispatch", async () => {
  const hub = await testHub();
  const { id } = await hub.client.createWebhook({ url: "http://127.0.0.1:9/", watched });
  const other = await hub.client.createWebhook({ url: "http://127.0.0.1:9/", watched: [] });
  const dispatch = await trigger(hub);
  const hold = { method: "POST", body: '{"held":true}', headers: { "content-type": "application/json" } };
  expect((await hub.call("/hooklens/v1/webhooks/none/hold", hold)).status).toBe(404);
  for (const path of [
    `none/activity/${dispatch}`,
    `${id}/activity/999`,
    `${other.id}/activity/${dispatch}`,
  ]) {
    const at = `/hooklens/v1/webhooks/${path}`;
    expect((await hub.call(`${at}/retry`, { method: "POST" })).status).toBe(404);
    expect((await hub.call(at, { method: "DELETE" })).status).toBe(404);
  }
});

test("another hub holds, hastens and drops nothing, and says so", async () => {
  const hub = await httpTarget(always(404, { error: "Not found" }));
  const client = createHubClient({ endpoint: hub.url, token: "hf_x", retryDelaysMs: [] });
  await expect(client.holdWebhook("a1", true)).rejects.toThrow(NotLocalHubError);
  await expect(client.retryDispatch("a1", "1")).rejects.toThrow(NotLocalHubError);
  await expect(client.retryDispatches("a1")).rejects.toThrow(NotLocalHubError);
  await expect(client.dropDispatch("a1", "1")).rejects.toThrow(NotLocalHubError);
});
