import { expect, test } from "vitest";
import { advanceUntilAttempted } from "../support/advance.ts";
import { handClock } from "../support/hand-clock.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub } from "../support/local-hub.ts";

const repo = { type: "model", name: "me/m" };
const watched = [repo];
const event = { scope: "repo.content", action: "update", repo };
const dayMs = 24 * 3_600_000;

/** Creates a hub with one webhook to a target that responds with `answer.status`. */
async function hubWithTarget() {
  const answer = { status: 500 };
  const target = await httpTarget((_request, response) => void response.writeHead(answer.status).end());
  const clock = handClock();
  const test = await testHub({ clock });
  test.hub.startDispatching();
  const { id } = await test.client.createWebhook({ url: target.url, watched });
  return { ...test, id, target, clock, answer };
}

test("a webhook is suspended after 100 consecutive failures, and its waiting dispatches are held", async () => {
  const { client, call, id, attempted, attempts, store, target, lines } = await hubWithTarget();
  for (let n = 1; n < 100; n += 1) {
    await client.trigger(event);
    await attempted(n);
  }
  expect(await client.getWebhook(id)).toMatchObject({ status: "enabled", suspended: false });
  await client.trigger(event);
  await attempted(100);
  expect(attempts.at(-1)).toMatchObject({ next: { kind: "retry" }, webhook: "suspended" });
  expect(await client.getWebhook(id)).toMatchObject({ status: "disabled", suspended: true });
  expect(await (await call(`/api/settings/webhooks/${id}`)).json()).toMatchObject({
    webhook: { disabled: "suspended-after-failure" },
  });
  expect(lines).toEqual([`webhook ${id} is suspended after 100 failures in a row`]);
  expect(await store.queue.counts(id)).toEqual({ waiting: 0, leased: 0, dead: 0, held: 100 });
  expect(await client.trigger(event)).toEqual({ dispatches: [] });
  expect(target.seen).toHaveLength(100);
});

test("enabling a suspended webhook resets its failures and sends held dispatches", async () => {
  const { client, id, attempted, attempts, store, clock, answer } = await hubWithTarget();
  for (let n = 1; n <= 100; n += 1) {
    await client.trigger(event);
    await attempted(n);
  }
  clock.advance(5_000);
  await client.enableWebhook(id);
  await attempted(200);
  // Another hundred in a row suspend it again.
  expect(attempts.slice(100, 199).map(({ webhook }) => webhook)).toEqual(
    Array.from({ length: 99 }, () => null),
  );
  expect(await client.getWebhook(id)).toMatchObject({ suspended: true });

  answer.status = 200;
  clock.advance(300_000);
  expect(await client.enableWebhook(id)).toMatchObject({ status: "enabled", suspended: false });
  await attempted(300);
  expect(await store.queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});

test("a success resets the count", async () => {
  const { client, id, attempted, answer } = await hubWithTarget();
  for (let n = 1; n <= 120; n += 1) {
    answer.status = n === 60 ? 200 : 500;
    await client.trigger(event);
    await attempted(n);
  }
  expect(await client.getWebhook(id)).toMatchObject({ status: "enabled" });
});

test("a webhook that fails for five days is suspended at the failure that completes them", async () => {
  const hub = await hubWithTarget();
  const { client, id, clock } = hub;
  await client.trigger(event);
  await advanceUntilAttempted(7, clock, hub);
  const firstFailedMs = clock.nowMs() - (5 + 300 + 1800 + 7200 + 18_000 + 36_000) * 1000;
  clock.advance(firstFailedMs + 5 * dayMs - clock.nowMs() - 1);
  await client.trigger(event);
  await hub.attempted(8);
  expect(await client.getWebhook(id)).toMatchObject({ suspended: false });
  clock.advance(1);
  await client.trigger(event);
  await hub.attempted(9);
  expect(await client.getWebhook(id)).toMatchObject({ suspended: true });
});

test("the 1,000th trigger of a day is sent, the next is over the quota, and a day later triggers are sent again", async () => {
  const target = await httpTarget(always(200));
  const clock = handClock();
  const { hub, client, attempted, store } = await testHub({ clock });
  const { id } = await client.createWebhook({ url: target.url, watched });
  await Promise.all(Array.from({ length: 1000 }, () => client.trigger(event)));
  const { dispatches } = await client.trigger(event);
  expect(dispatches).toMatchObject([{ overQuota: true }]);
  const other = await client.createWebhook({ url: target.url, watched });
  expect((await client.trigger(event)).dispatches).toMatchObject([
    { webhookId: id, overQuota: true },
    { webhookId: other.id, overQuota: false },
  ]);

  hub.startDispatching();
  await attempted(1001);
  expect(target.seen).toHaveLength(1001);
  expect(await store.queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
  expect((await client.activity(id, { limit: 2 })).dispatches).toMatchObject([
    { state: "over-quota", attemptCount: 0, nextAttemptAt: null },
    { state: "over-quota" },
  ]);
  clock.advance(dayMs);
  expect((await client.trigger(event)).dispatches[0]).toMatchObject({ webhookId: id, overQuota: false });
});
