import type { ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { handClock } from "../support/hand-clock.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub } from "../support/local-hub.ts";

const repo = { type: "model", name: "me/m" };
const watched = [repo];
const event = { scope: "repo.content", action: "update", repo };
const numbered = (n: number) => ({ ...event, set: { n } });
const numberIn = (body: string): unknown => JSON.parse(body).n;

test("the dispatches of one webhook arrive in the order of their events", async () => {
  const target = await httpTarget(always(200));
  // A clock that stands: each is sent when the one before has its response.
  const { hub, client, attempted } = await testHub({ clock: handClock() });
  await client.createWebhook({ url: target.url, watched });
  const numbers = Array.from({ length: 200 }, (_, n) => n);
  for (const n of numbers) {
    // The first hundred wait when sending starts; the others arrive meanwhile.
    if (n === 100) hub.startDispatching();
    await client.trigger(numbered(n));
  }
  await attempted(200);
  expect(target.seen.map(({ body }) => numberIn(body))).toEqual(numbers);
});

test("a failing dispatch does not hold up the next one", async () => {
  const target = await httpTarget((_request, response) => {
    response.writeHead(target.seen.length === 1 ? 500 : 200).end();
  });
  const { hub, client, attempted, attempts } = await testHub({ clock: handClock() });
  hub.startDispatching();
  await client.createWebhook({ url: target.url, watched });
  await client.trigger(numbered(0));
  await client.trigger(numbered(1));
  await attempted(2);
  expect(attempts.map(({ status, attempt }) => [status, attempt])).toEqual([
    [500, 1],
    [200, 1],
  ]);
});

test("one webhook gets at most 8 attempts at a time, and the others do not wait for it", async () => {
  const held: ServerResponse[] = [];
  let letGo = false;
  const slow = await httpTarget((_request, response) => {
    if (letGo) response.end();
    else held.push(response);
  });
  const quick = await httpTarget(always(200));
  const { hub, client, attempted, store } = await testHub();
  await client.createWebhook({ url: slow.url, watched });
  for (let n = 0; n < 20; n++) await client.trigger(numbered(n));
  await client.createWebhook({ url: quick.url, watched: [{ type: "user", name: "me" }] });
  hub.startDispatching();
  await slow.received(8);
  // Arrives after twelve others that are due, and is sent immediately.
  await client.trigger({ ...event, repo: { type: "dataset", name: "me/d" } });
  await quick.received(1);
  await attempted(1);
  expect(slow.seen.length).toBe(8);
  expect(await store.queue.counts()).toMatchObject({ dead: 0, held: 0 });

  letGo = true;
  for (const response of held) response.end();
  await attempted(21);
  expect(slow.seen.length).toBe(20);
});

test("a slow receiver gets the next dispatch before it has responded to the previous one", async () => {
  const answers: ServerResponse[] = [];
  const target = await httpTarget((_request, response) => void answers.push(response));
  const clock = handClock();
  const { hub, client, attempted } = await testHub({ clock });
  hub.startDispatching();
  await client.createWebhook({ url: target.url, watched });
  await client.trigger(numbered(0));
  await client.trigger(numbered(1));
  await target.received(1);
  clock.advance(50);
  await target.received(2);
  expect(target.seen.map(({ body }) => numberIn(body))).toEqual([0, 1]);
  for (const answer of answers) answer.end();
  await attempted(2);
});

test("disabling holds waiting dispatches, and enabling sends them", async () => {
  const target = await httpTarget(always(200));
  const { hub, client, attempted, store } = await testHub();
  const { id } = await client.createWebhook({ url: target.url, watched });
  await client.trigger(event);
  await client.disableWebhook(id);
  expect(await store.queue.counts()).toMatchObject({ held: 1 });
  hub.startDispatching();
  const other = await client.createWebhook({ url: target.url, watched });
  await client.trigger(event);
  await attempted(1);
  expect(JSON.parse(target.seen[0]?.body ?? "").webhook.id).toBe(other.id);

  await client.enableWebhook(id);
  await attempted(2);
  expect(JSON.parse(target.seen[1]?.body ?? "").webhook.id).toBe(id);
});

test("deleting a webhook drops only its waiting dispatches", async () => {
  const target = await httpTarget(always(200));
  const { hub, client, attempted, store } = await testHub();
  const first = await client.createWebhook({ url: target.url, watched });
  const second = await client.createWebhook({ url: target.url, watched });
  await client.trigger(event);
  await client.deleteWebhook(first.id);
  expect(await store.queue.counts()).toMatchObject({ waiting: 1, held: 0 });
  hub.startDispatching();
  await attempted(1);
  expect(target.seen.map(({ body }) => JSON.parse(body).webhook.id)).toEqual([second.id]);
});

test("a dispatch of a webhook that was disabled, but whose lane a crash left open, is held and not sent", async () => {
  const target = await httpTarget(always(200));
  const { hub, client, store } = await testHub();
  const { id } = await client.createWebhook({ url: target.url, watched });
  await client.trigger(event);
  await store.registry.update("me", id, { disabled: true });
  hub.startDispatching();
  await expect.poll(() => store.queue.counts()).toMatchObject({ held: 1, leased: 0 });
  expect(target.seen).toEqual([]);
});
