import type { LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { advanceUntilAttempted } from "../support/advance.ts";
import { handClock } from "../support/hand-clock.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub, type TestHub } from "../support/local-hub.ts";

const repo = { type: "model", name: "me/m" };
const watched = [repo];
const event = { scope: "repo.content", action: "update", repo };

/** Creates a hub with a webhook at this URL and one fired event. @returns the hub and the ids */
async function triggered(url: string, options: Parameters<typeof testHub>[0] = {}) {
  const test = await testHub(options);
  const { id } = await test.client.createWebhook({ url, watched });
  const { dispatches } = await test.client.trigger(event);
  const dispatch = String(dispatches[0]?.id);
  return { ...test, id, dispatch };
}

/** Returns the only dispatch with its details. */
function shown({ client, id, dispatch }: TestHub & { id: string; dispatch: string }) {
  return client.dispatch(id, dispatch);
}

test("a dispatch is listed before it is sent, with the exact bytes", async () => {
  const target = await httpTarget(always(200));
  const hub = await triggered(target.url);
  const before = await shown(hub);
  expect(before).toMatchObject({
    state: "waiting",
    attemptCount: 0,
    attempts: [],
    event: { scope: "repo.content", action: "update" },
    repo,
  });
  hub.hub.startDispatching();
  await hub.attempted(1);
  expect(target.seen[0]?.body).toBe(before.payload);
  expect(target.seen[0]?.headers["webhook-id"]).toBe(before.messageId);
});

test("the response to an attempt is kept with a few of its headers", async () => {
  const headers = { "x-request-id": "r1", "set-cookie": "a=b", "retry-after": "7", location: "/else" };
  const target = await httpTarget(always(307, { no: "no" }, headers));
  const hub = await triggered(target.url);
  hub.hub.startDispatching();
  await hub.attempted(1);
  const { attempts } = await shown(hub);
  expect(attempts).toMatchObject([{ target: target.url, status: 307, error: null, replay: false }]);
  expect(attempts[0]?.answerHeaders).toEqual([
    ["content-type", "application/json"],
    ["location", "/else"],
    ["retry-after", "7"],
    ["x-request-id", "r1"],
  ]);
  expect(Buffer.from(attempts[0]?.answer ?? []).toString()).toBe('{"no":"no"}');
});

test.for([
  { name: "answers 500", answer: always(500), seen: { status: 500, error: null, state: "retrying" } },
  { name: "redirects", answer: always(302), seen: { status: 302, error: null, state: "retrying" } },
  { name: "answers 410", answer: always(410), seen: { status: 410, error: null, state: "dead" } },
  { name: "answers 204", answer: always(204), seen: { status: 204, error: null, state: "sent" } },
])("a target that $name is recorded so", async ({ answer, seen: { status, error, state } }) => {
  const target = await httpTarget(answer);
  const hub = await triggered(target.url);
  hub.hub.startDispatching();
  await hub.attempted(1);
  expect(await shown(hub)).toMatchObject({ state, lastStatus: status, lastError: error, attemptCount: 1 });
});

test("the activities of all webhooks have the attempts, and then only what changed", async () => {
  const target = await httpTarget(always(403));
  const hub = await triggered(target.url);
  const other = await hub.client.createWebhook({ url: target.url, watched: [] });
  hub.hub.startDispatching();
  await hub.attempted(1);
  const all = await hub.client.webhookActivities();
  expect(all.activities).toMatchObject([
    {
      webhookId: hub.id,
      from: "hub",
      hours: [{ attempts: 1, failed: 1 }],
      last: { status: 403, error: null, ok: false },
      failures: 1,
      waiting: 1,
      nextAttemptAt: expect.any(String),
      held: 0,
      triggers: { used: 1, limit: 1000 },
      events: { "repo.content.update": 1 },
    },
  ]);
  const none = await hub.client.webhookActivities({ since: all.cursor });
  expect(none).toEqual({ activities: [], cursor: all.cursor });
  await hub.client.disableWebhook(hub.id);
  expect(await hub.client.webhookActivities({ since: all.cursor })).toMatchObject({
    activities: [{ webhookId: hub.id, waiting: 0, held: 1, nextAttemptAt: null }],
  });
  await hub.client.deleteWebhook(other.id);
});

test("a hanging target is recorded with the timeout and the time of the retry", async () => {
  const target = await httpTarget(() => {});
  const clock = handClock();
  const hub = await triggered(target.url, { clock });
  hub.hub.startDispatching();
  await target.received(1);
  expect(await shown(hub)).toMatchObject({ state: "sending", nextAttemptAt: null });
  clock.advance(10_000);
  await hub.attempted(1);
  const nextAttemptAt = new Date(clock.nowMs() + 60_000).toISOString();
  expect(await shown(hub)).toMatchObject({
    state: "retrying",
    nextAttemptAt,
    attempts: [{ status: null, error: "no response within 10 s", durationMs: 10_000, nextAttemptAt }],
  });
});

test("a target that asks for an hour with 429 is retried after an hour, as the activity shows", async () => {
  const target = await httpTarget(always(429, {}, { "retry-after": "3600" }));
  const clock = handClock();
  const hub = await triggered(target.url, { clock });
  hub.hub.startDispatching();
  await hub.attempted(1);
  const nextAttemptAt = new Date(clock.nowMs() + 3_600_000).toISOString();
  expect(await shown(hub)).toMatchObject({ state: "retrying", lastStatus: 429, nextAttemptAt });
});

test("a cut or 10 MB response is recorded with its status and its start", async () => {
  const cut = await httpTarget((_request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("ten bytes.", () => response.destroy());
  });
  const long = await httpTarget((_request, response) => {
    response.end(Buffer.alloc(10_000_000, "x"));
  });
  for (const { url, bytes } of [
    { url: cut.url, bytes: 10 },
    { url: long.url, bytes: 20_000 },
  ]) {
    const hub = await triggered(url);
    hub.hub.startDispatching();
    await hub.attempted(1);
    const { state, attempts } = await shown(hub);
    expect(state).toBe("sent");
    expect(attempts[0]?.answer.length).toBe(bytes);
  }
});

test("a target that closes before it responds, or is missing, is recorded with the reason", async () => {
  const closing = await httpTarget((request) => void request.socket.destroy());
  const hub = await triggered(closing.url);
  hub.hub.startDispatching();
  await hub.attempted(1);
  expect(await shown(hub)).toMatchObject({
    state: "retrying",
    lastStatus: null,
    lastError: "ECONNRESET",
  });

  const gone = await httpTarget(always(200));
  await gone.close();
  const other = await triggered(gone.url);
  other.hub.startDispatching();
  await other.attempted(1);
  expect(await shown(other)).toMatchObject({ lastStatus: null, lastError: "ECONNREFUSED" });
});

test("a target that a public hub must not reach is recorded with the reason", async () => {
  const lookup: LookupFunction = (_name, _options, found) =>
    found(null, [{ address: "169.254.169.254", family: 4 }]);
  const hub = await triggered("http://metadata.example/", { public: true, lookup });
  hub.hub.startDispatching();
  await hub.attempted(1);
  expect(await shown(hub)).toMatchObject({
    state: "retrying",
    lastStatus: null,
    lastError: expect.stringContaining("169.254.169.254 is not an address of the public Internet"),
  });
});

test("a binary response is kept byte for byte", async () => {
  const bytes = Buffer.from([0, 0xff, 0xfe, 10]);
  const target = await httpTarget((_request, response) => void response.end(bytes));
  const hub = await triggered(target.url);
  hub.hub.startDispatching();
  await hub.attempted(1);
  expect(Buffer.from((await shown(hub)).attempts[0]?.answer ?? [])).toEqual(bytes);
});

test("waiting dispatches of a disabled webhook are held, as the activity shows", async () => {
  const hub = await triggered("http://127.0.0.1:9/");
  await hub.client.disableWebhook(hub.id);
  expect(await shown(hub)).toMatchObject({ state: "held", nextAttemptAt: null });
});

test("a cursor pages from the newest to the oldest", async () => {
  const { client, id } = await triggered("http://127.0.0.1:9/");
  for (let n = 0; n < 4; n += 1) await client.trigger(event);
  const first = await client.activity(id, { limit: 2 });
  const second = await client.activity(id, { limit: 2, before: first.dispatches.at(-1)?.id });
  const third = await client.activity(id, { limit: 2, before: second.dispatches.at(-1)?.id });
  expect([first.more, second.more, third.more]).toEqual([true, true, false]);
  const ids = [...first.dispatches, ...second.dispatches, ...third.dispatches].map((each) => each.id);
  expect(ids).toHaveLength(5);
  expect(ids).toEqual(ids.toSorted((one, other) => other - one));
  const wanted = [first, second].map(({ dispatches }) => dispatches[0]?.messageId ?? "");
  const ofMessages = await client.activity(id, { messageIds: [...wanted, "msg_other"] });
  expect(ofMessages.dispatches.map(({ messageId }) => messageId)).toEqual(wanted);
});

test.for(["?limit=0", "?limit=201", "?limit=x", "?before=0", "?before=-1"])(
  "the query %s is refused",
  async (query) => {
    const { call, id } = await triggered("http://127.0.0.1:9/");
    expect((await call(`/hooklens/v1/webhooks/${id}/activity${query}`)).status).toBe(400);
  },
);

test("a missing webhook or dispatch is a 404, also another webhook's dispatch", async () => {
  const { call, id, client, dispatch } = await triggered("http://127.0.0.1:9/");
  const other = await client.createWebhook({ url: "http://127.0.0.1:9/", watched: [] });
  const paths = [
    "/hooklens/v1/webhooks/none/activity",
    `/hooklens/v1/webhooks/${id}/activity/999`,
    `/hooklens/v1/webhooks/${other.id}/activity/${dispatch}`,
  ];
  for (const path of paths) expect((await call(path)).status).toBe(404);
  const replays = [`none/replay/${dispatch}`, `${id}/replay/999`, `${other.id}/replay/${dispatch}`];
  for (const path of replays) {
    expect((await call(`/api/settings/webhooks/${path}`, { method: "POST" })).status).toBe(404);
  }
});

test("deleting a webhook deletes its activity", async () => {
  const { client, store, id, dispatch } = await triggered("http://127.0.0.1:9/");
  await client.deleteWebhook(id);
  await expect.poll(() => store.activity.get(Number(dispatch))).toBeNull();
});

test("a replay goes to the current URL with the current secret, under the same webhook-id, and ends the retries", async () => {
  const failing = await httpTarget(always(500));
  const working = await httpTarget(always(201, { ok: 1 }));
  const clock = handClock();
  const hub = await triggered(failing.url, { clock });
  hub.hub.startDispatching();
  await hub.attempted(1);
  await hub.client.updateWebhook(hub.id, { url: working.url, secret: "new" });
  const answer = await hub.call(`/api/settings/webhooks/${hub.id}/replay/${hub.dispatch}`, {
    method: "POST",
  });
  expect(await answer.json()).toEqual({ status: 201, error: null, jobRun: null });
  expect(working.seen[0]?.headers).toMatchObject({
    "x-webhook-secret": "new",
    "webhook-id": failing.seen[0]?.headers["webhook-id"],
  });
  expect(working.seen[0]?.body).toBe(failing.seen[0]?.body);
  expect(await shown(hub)).toMatchObject({
    state: "sent",
    nextAttemptAt: null,
    attempts: [
      { status: 500, replay: false },
      { status: 201, replay: true },
    ],
  });
  clock.advance(24 * 3_600_000);
  expect(await hub.store.queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});

test("a dead dispatch is shown with all its attempts and can be replayed", async () => {
  let answerWith = 500;
  const target = await httpTarget((_request, response) => void response.writeHead(answerWith).end());
  const clock = handClock();
  const hub = await triggered(target.url, { clock });
  hub.hub.startDispatching();
  await advanceUntilAttempted(7, clock, hub);
  expect(await shown(hub)).toMatchObject({ state: "dead", attemptCount: 7, nextAttemptAt: null });
  expect(await hub.client.replayDispatch(hub.id, hub.dispatch)).toMatchObject({ status: 500 });
  expect(await shown(hub)).toMatchObject({ state: "dead", attemptCount: 8 });
  answerWith = 200;
  expect(await hub.client.replayDispatch(hub.id, hub.dispatch)).toMatchObject({ status: 200 });
  expect(await shown(hub)).toMatchObject({ state: "sent", attemptCount: 9 });
  expect(await hub.store.queue.counts()).toMatchObject({ dead: 0 });
});

test("a replay without a response has the reason, also on an idle hub and for a disabled webhook", async () => {
  const gone = await httpTarget(always(200));
  await gone.close();
  const hub = await triggered(gone.url);
  await hub.client.disableWebhook(hub.id);
  expect(await hub.client.replayDispatch(hub.id, hub.dispatch)).toEqual({
    status: null,
    error: "ECONNREFUSED",
    jobRun: null,
  });
  expect(await shown(hub)).toMatchObject({ state: "held", attemptCount: 1 });
});

test("a replay with the response 410 disables the webhook, as any attempt does", async () => {
  const target = await httpTarget(always(410));
  const hub = await triggered(target.url);
  await hub.client.replayDispatch(hub.id, hub.dispatch);
  expect(await hub.client.getWebhook(hub.id)).toMatchObject({ disabled: true, suspended: false });
  expect(await shown(hub)).toMatchObject({ state: "held" });
});
