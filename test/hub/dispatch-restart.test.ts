import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { createHubClient } from "../../src/hub/create-hub-client.ts";
import { createLocalHub } from "../../src/localhub/local-hub.ts";
import { openHubStore } from "../../src/store/sqlite/hub/hub-store.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { handClock } from "../support/hand-clock.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { hubProcess } from "../support/hub-process.ts";
import { testHub, testToken } from "../support/local-hub.ts";

const repo = { type: "model", name: "me/m" };
const event = { scope: "repo", action: "create", repo };

test("a dispatch in progress when the hub is killed is sent again with the same webhook-id", async () => {
  const dataDir = freshDataDir();
  let isBack = false;
  const target = await httpTarget((_request, response) => {
    if (isBack) response.end();
  });
  const killed = await hubProcess(dataDir);
  await killed.client.createWebhook({ url: target.url, watched: [repo] });
  await killed.client.trigger(event);
  await target.received(1);
  await killed.kill();

  isBack = true;
  const clock = handClock(Date.now() + 60_000);
  const { hub, attempted, attempts } = await testHub({ dataDir, clock });
  hub.startDispatching();
  await attempted(1);
  expect(attempts[0]).toMatchObject({ status: 200, attempt: 1, next: { kind: "sent" } });
  const [first, second] = target.seen;
  expect(second?.headers["webhook-id"]).toBe(first?.headers["webhook-id"]);
  expect(second?.body).toBe(first?.body);
});

test("every acknowledged event is sent, even if the hub is killed right after the response", async () => {
  const dataDir = freshDataDir();
  const target = await httpTarget(always(200));
  const killed = await hubProcess(dataDir);
  await killed.client.createWebhook({ url: target.url, watched: [repo] });
  const numbers = Array.from({ length: 30 }, (_, n) => n);
  await Promise.all(numbers.map((n) => killed.client.trigger({ ...event, set: { n } })));
  await killed.kill();

  const { hub } = await testHub({ dataDir, clock: handClock(Date.now() + 60_000) });
  hub.startDispatching();
  // A count of requests does not do: those of the killed hub may arrive late.
  const arrived = () => [...new Set(target.seen.map(({ body }) => JSON.parse(body).n))];
  await expect.poll(() => arrived().toSorted((a, b) => a - b)).toEqual(numbers);
});

test("a closing hub finishes attempts in progress and requeues slow ones for the next hub", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir, { recursive: true });
  let isBack = false;
  const target = await httpTarget((_request, response) => {
    if (isBack) response.end();
  });
  const store = await openHubStore(dataDir);
  const closing = createLocalHub({ ...store, dataDir, token: testToken, version: "9.9.9" });
  closing.startDispatching();
  const client = createHubClient({ endpoint: "http://hub.local", token: testToken, fetch: closing.fetch });
  await client.createWebhook({ url: target.url, watched: [repo] });
  await client.trigger(event);
  await target.received(1);
  await closing.close(10);
  expect(await store.queue.counts()).toMatchObject({ leased: 0, waiting: 1 });
  expect(await store.queue.nextDueAtMs()).toBeLessThanOrEqual(Date.now());
  await store.close();

  isBack = true;
  const { hub, attempted, attempts } = await testHub({ dataDir });
  hub.startDispatching();
  await attempted(1);
  // The interrupted attempt does not count.
  expect(attempts[0]).toMatchObject({ status: 200, attempt: 1 });
});

test.each([`body = '{"dispatch":1'`, "body = 'null'", `body = '{"dispatch":"1"}'`, "body = x'00ff'"])(
  "a dispatch whose job has %s is given up with a reason, and the others are sent",
  async (damage) => {
    const dataDir = freshDataDir();
    const target = await httpTarget(always(200));
    const { hub, client, store, attempted } = await testHub({ dataDir });
    const { id } = await client.createWebhook({ url: target.url, watched: [repo] });
    for (let n = 0; n < 3; n += 1) await client.trigger(event);
    using db = new DatabaseSync(join(dataDir, "hub.db"));
    db.exec(`UPDATE jobs SET ${damage} WHERE id = 1`);
    hub.startDispatching();
    await attempted(2);
    await expect.poll(() => store.queue.unreadable()).toBe(1);
    const { dispatches } = await store.activity.page(id, { before: null, limit: 5 });
    expect(dispatches.map(({ state, lastError }) => [state, lastError])).toEqual([
      ["sent", null],
      ["sent", null],
      ["dead", "not sent: its job in the queue cannot be read"],
    ]);
  },
);
