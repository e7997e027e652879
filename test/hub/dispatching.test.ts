import { expect, test } from "vitest";
import { advanceUntilAttempted } from "../support/advance.ts";
import { handClock, type HandClock } from "../support/hand-clock.ts";
import { always, httpTarget } from "../support/http-target.ts";
import { testHub, type TestHub } from "../support/local-hub.ts";

const repo = { type: "model", name: "me/m" };
const watched = [repo];
const event = { scope: "repo.content", action: "update", repo };

/** Creates a hub that has made the first attempt to send one event to a webhook at this URL. */
async function hubThatSentTo(
  url: string,
  clock: HandClock = handClock(),
  secret = "",
): Promise<TestHub & { readonly id: string }> {
  const test = await testHub({ clock });
  test.hub.startDispatching();
  const { id } = await test.client.createWebhook({ url, watched, secret });
  await test.client.trigger(event);
  await test.attempted(1);
  return { ...test, id };
}

test("a triggered event arrives with the webhook's secret and id", async () => {
  const target = await httpTarget(always(200));
  const { hub, client, attempts, attempted, store } = await testHub();
  hub.startDispatching();
  const webhook = await client.createWebhook({ url: `${target.url}/in?a=b`, watched, secret: "s3 cret" });
  const { dispatches } = await client.trigger(event);
  await attempted(1);

  expect(dispatches).toEqual([{ id: expect.any(Number), webhookId: webhook.id, overQuota: false }]);
  const [request] = target.seen;
  expect(request).toMatchObject({ method: "POST", path: "/in?a=b" });
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    "x-webhook-secret": "s3 cret",
    "user-agent": "hooklens/9.9.9",
    "webhook-id": expect.stringMatching(/^msg_[0-9a-f]{32}$/),
  });
  // The spelling of the Hub, for receivers that compare names with their case.
  expect(request?.headerNames).toContain("Webhook-Id");
  expect(JSON.parse(request?.body ?? "")).toMatchObject({
    event: { scope: "repo.content", action: "update" },
    repo: { type: "model", name: "me/m" },
    webhook: { id: webhook.id, version: 3 },
  });
  expect(attempts[0]).toMatchObject({ status: 200, attempt: 1, next: { kind: "sent" } });
  expect(await store.queue.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});

test("a webhook without a secret gets no secret header", async () => {
  const target = await httpTarget(always(204));
  await hubThatSentTo(target.url);
  expect(target.seen[0]?.headers).not.toHaveProperty("x-webhook-secret");
});

test("a failing dispatch gets seven attempts in 17.5 hours with the same bytes, and is dead then", async () => {
  const target = await httpTarget(always(500));
  const clock = handClock();
  const test = await testHub({ clock });
  test.hub.startDispatching();
  await test.client.createWebhook({ url: target.url, watched });
  const startMs = clock.nowMs();
  await test.client.trigger(event);
  const tried: number[] = [];
  for (let n = 1; n <= 7; n++) {
    await advanceUntilAttempted(n, clock, test);
    tried.push((clock.nowMs() - startMs) / 1000);
  }

  const waits = [5, 300, 1800, 7200, 18_000, 36_000];
  expect(tried).toEqual(waits.reduce((times, wait) => [...times, (times.at(-1) ?? 0) + wait], [0]));
  expect(test.attempts.map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(test.attempts.at(-1)?.next).toEqual({ kind: "dead" });
  expect(await test.store.queue.counts()).toMatchObject({ waiting: 0, leased: 0, dead: 1 });
  expect(new Set(target.seen.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
  expect(new Set(target.seen.map(({ body }) => body)).size).toBe(1);
  expect(test.lines).toEqual([
    expect.stringMatching(/^dispatch \d+ to webhook [0-9a-f]{24} is dead after 7 attempts$/),
  ]);
});

test("an empty queue sets no timer", async () => {
  const target = await httpTarget(always(200));
  const clock = handClock();
  await hubThatSentTo(target.url, clock);
  await expect.poll(() => clock.due()).toEqual([]);
});

test("an attempt without a response fails after 10 s and is retried after a minute", async () => {
  const target = await httpTarget(() => {});
  const clock = handClock();
  const { hub, client, attempted, attempts } = await testHub({ clock });
  hub.startDispatching();
  await client.createWebhook({ url: target.url, watched });
  await client.trigger(event);
  await target.received(1);
  clock.advance(9_999);
  expect(attempts).toEqual([]);
  clock.advance(1);
  await attempted(1);
  expect(attempts[0]).toMatchObject({
    status: null,
    timedOut: true,
    error: "no response within 10 s",
    durationMs: 10_000,
    next: { kind: "retry", dueAtMs: clock.nowMs() + 60_000 },
  });
});

test("an unreachable receiver is retried after 5 s", async () => {
  const target = await httpTarget(always(200));
  await target.close();
  const clock = handClock();
  const { attempts } = await hubThatSentTo(target.url, clock);
  expect(attempts[0]).toMatchObject({
    status: null,
    error: "ECONNREFUSED",
    timedOut: false,
    next: { kind: "retry", dueAtMs: clock.nowMs() + 5_000 },
  });
});

test("a redirect is a failure and is not followed", async () => {
  const other = await httpTarget(always(200));
  const target = await httpTarget(always(307, {}, { location: other.url }));
  const { attempts } = await hubThatSentTo(target.url);
  expect(attempts[0]).toMatchObject({ status: 307, next: { kind: "retry" } });
  expect(other.seen).toEqual([]);
});

test("a cut response counts by its status and is kept as far as it arrived", async () => {
  const target = await httpTarget((_request, response) => {
    response.writeHead(200, { "content-length": 100 });
    response.write("ten bytes.", () => response.destroy());
  });
  const { attempts } = await hubThatSentTo(target.url);
  expect(attempts[0]).toMatchObject({ status: 200, error: null, next: { kind: "sent" } });
  expect(Buffer.from(attempts[0]?.answer ?? []).toString()).toBe("ten bytes.");
});

test("20 kB of a long response are read before the connection is closed", async () => {
  const closedEarly = Promise.withResolvers<boolean>();
  const target = await httpTarget((_request, response) => {
    response.on("close", () => closedEarly.resolve(!response.writableFinished));
    response.end(Buffer.alloc(10_000_000, "x"));
  });
  const { attempts } = await hubThatSentTo(target.url);
  expect(attempts[0]).toMatchObject({ status: 200, next: { kind: "sent" } });
  expect(attempts[0]?.answer.length).toBe(20_000);
  expect(await closedEarly.promise).toBe(true);
});

test.for([
  { name: "an hour, as asked", status: 429, retryAfter: "3600", waitMs: 3_600_000 },
  { name: "not more than an hour", status: 503, retryAfter: "90000", waitMs: 3_600_000 },
  { name: "not less than planned", status: 503, retryAfter: "1", waitMs: 5_000 },
  { name: "at least a minute after 429", status: 429, retryAfter: "1", waitMs: 60_000 },
  { name: "until a date", status: 503, retryAfter: "Fri, 20 Nov 2026 12:10:00 GMT", waitMs: 600_000 },
])("Retry-After $retryAfter with $status waits $name", async ({ status, retryAfter, waitMs }) => {
  const target = await httpTarget(always(status, {}, { "retry-after": retryAfter }));
  const clock = handClock();
  const { attempts } = await hubThatSentTo(target.url, clock);
  expect(attempts[0]?.next).toEqual({ kind: "retry", dueAtMs: clock.nowMs() + waitMs });
});

test("410 disables the webhook and drops the dispatch", async () => {
  const target = await httpTarget(always(410));
  const { id, client, attempts, store, lines } = await hubThatSentTo(target.url);
  expect(attempts[0]).toMatchObject({ next: { kind: "dead" }, webhook: "disabled" });
  expect(await client.getWebhook(id)).toMatchObject({ status: "disabled", suspended: false });
  expect(await store.queue.counts()).toMatchObject({ waiting: 0, dead: 1 });
  expect(await client.trigger(event)).toEqual({ dispatches: [] });
  expect(lines).toEqual([expect.stringContaining("received a 410: the webhook is disabled")]);
});

test("a second attempt goes to the webhook's new URL with its new secret", async () => {
  const failing = await httpTarget(always(500));
  const working = await httpTarget(always(200));
  const clock = handClock();
  const test = await hubThatSentTo(failing.url, clock, "old");
  await test.client.updateWebhook(test.id, { url: working.url, secret: "new" });
  await advanceUntilAttempted(2, clock, test);
  expect(failing.seen[0]?.headers["x-webhook-secret"]).toBe("old");
  expect(working.seen[0]?.headers["x-webhook-secret"]).toBe("new");
  expect(working.seen[0]?.headers["webhook-id"]).toBe(failing.seen[0]?.headers["webhook-id"]);
});

test("a dispatch whose source Job is gone is dead immediately, with the reason in the activity", async () => {
  const { hub, store, client, attempted, attempts } = await testHub();
  hub.startDispatching();
  const jobSourceId = "687f911eaea852de79c4a50a";
  const { id } = await store.registry.create({
    account: "me",
    url: null,
    jobSourceId,
    watched,
    domains: [],
    secret: null,
  });
  await client.trigger(event);
  await attempted(1);
  expect(attempts[0]).toMatchObject({ target: `job:${jobSourceId}`, status: null, next: { kind: "dead" } });
  const { dispatches } = await client.activity(id);
  expect(dispatches).toMatchObject([{ state: "dead", lastError: expect.stringContaining(jobSourceId) }]);
});
