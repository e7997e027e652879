import type { Socket } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { forwarding } from "../../support/forwarding.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { handClock } from "../../support/hand-clock.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";
import { until } from "../../support/until.ts";

const numbered = (n: number) => ({ body: Buffer.from(String(n)) });

async function deadTarget(): Promise<{ url: string; port: number }> {
  const target = await rawTarget(() => {});
  await target.close();
  return target;
}

/** Delivers to a failing target and resolves when the sender has a 202. */
async function untilQueued(url: string, dataDir = freshDataDir(), clock = handClock()) {
  const made = await forwarding(url, { dataDir, clock });
  const delivered = made.deliver({
    target: "/webhooks/inbox?x=1",
    headers: [
      ["X-B", "1"],
      ["X-Webhook-Secret", "live"],
      ["Authorization", "[redacted]"],
    ],
  });
  for (const delayMs of [200, 1_000, 5_000]) await made.skip(delayMs);
  expect(await delivered.answer).toMatchObject({ status: 202 });
  return { ...made, ...delivered, dataDir };
}

test("a 202 goes out when the job is on disk: after a restart the delivery is sent, with the configured secret", async () => {
  const { url, port } = await deadTarget();
  const clock = handClock();
  const { dataDir, close } = await untilQueued(url, freshDataDir(), clock);
  await close();
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)), port);
  const { log, skip, forward } = await forwarding(`${url}/hook`, {
    dataDir,
    clock,
    secretOf: (route) => (route === "inbox" ? "configured" : null),
  });
  expect(forward.waiting()).toBe(1);
  expect(await log.interruptPending()).toBe(0);
  const told = { by: "receiver", status: 202, contentType: "application/json" };
  expect(await log.get(1)).toMatchObject({ outcome: "pending", reason: null, response: told });
  await skip(30_000);
  await until(async () => (await log.get(1))?.outcome === "handled");
  expect(target.requests).toEqual([
    {
      head: [
        "POST /hook?x=1 HTTP/1.1",
        `Host: 127.0.0.1:${port}`,
        "X-B: 1",
        "X-Webhook-Secret: configured",
        "Content-Length: 2",
        "Connection: keep-alive",
      ],
      body: "{}",
    },
  ]);
  expect(await log.get(1)).toMatchObject({ status: 200, nextAttemptAt: null, dead: false, response: told });
  expect((await log.get(1))!.attempts.map(({ status }) => status)).toEqual([null, null, null, null, 200]);
  await until(() => forward.state()?.sending === 0);
  expect(forward.waiting()).toBe(0);
  expect(await log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 0, held: 0 });
});

test("what was under way when the process was killed is due at once after the restart", async () => {
  const dataDir = freshDataDir();
  const clock = handClock();
  const target = await rawTarget((socket, _, index) => void (index === 1 && socket.write(rawAnswer(200))));
  const killed = await forwarding(target.url, { dataDir, clock, onFailure() {} });
  const { answer } = killed.deliver();
  await target.received(1);
  clock.advance(9_500);
  expect(await answer).toMatchObject({ status: 202 });
  expect(await killed.log.get(1)).toMatchObject({ outcome: "pending", nextAttemptAt: null });
  expect(await killed.log.forwards.counts()).toMatchObject({ leased: 1, waiting: 0 });
  // Close the log but not the forward, as if the process was killed.
  await killed.log.close();
  const { log } = await forwarding(target.url, { dataDir, clock });
  await target.received(2);
  await until(async () => (await log.get(1))?.outcome === "handled");
});

test("what a clock that was weeks ahead put off is due after the next start", async () => {
  const { url, port } = await deadTarget();
  const { dataDir, close } = await untilQueued(
    url,
    freshDataDir(),
    handClock(Date.parse("2026-12-30T12:00:00Z")),
  );
  await close();
  await rawTarget((socket) => socket.write(rawAnswer(200)), port);
  const { log } = await forwarding(url, { dataDir });
  await until(async () => (await log.get(1))?.outcome === "handled");
  expect((await log.get(1))!.attempts.map(({ status }) => status)).toEqual([null, null, null, null, 200]);
});

test("a row whose outcome was written before the end of its job is not sent again", async () => {
  const { url, port } = await deadTarget();
  const { log, dataDir, clock, close } = await untilQueued(url);
  await log.setOutcome(1, { outcome: "handled", status: 200, durationMs: 1 });
  await close();
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)), port);
  const again = await forwarding(url, { dataDir, clock });
  await again.skip(30_000);
  await until(() => again.forward.waiting() === 0);
  expect(target.requests).toEqual([]);
});

test("a delivery whose body a damaged log has lost is given up, and not sent without it", async () => {
  const { url, port } = await deadTarget();
  const { dataDir, clock, close } = await untilQueued(url);
  await close();
  using db = new DatabaseSync(join(dataDir, "deliveries.db"));
  db.exec("UPDATE contents SET body = x''");
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)), port);
  const { skip, forward, log } = await forwarding(url, { dataDir, clock });
  await skip(30_000);
  await until(() => forward.waiting() === 0 && forward.state()?.sending === 0);
  expect(await log.get(1)).toMatchObject({
    outcome: "failed",
    dead: true,
    reason: "not tried: its body is no longer in the log",
  });
  expect(target.requests).toEqual([]);
});

/** Damaged bodies, lanes and times of a job, as assignments of SQL. */
const damagedJobs = [
  `body = '{"seq":1'`,
  "body = ''",
  "body = 'null'",
  "body = '[]'",
  "body = '1'",
  `body = '{"seq":0}'`,
  `body = '{"seq":1.5}'`,
  `body = '{"seq":1e300}'`,
  `body = '{"seq":"1"}'`,
  `body = '{"seq":1,"target":5}'`,
  `body = '{"seq":1,"target":"' || printf('%.*c', 5000, 'x') || '"}'`,
  "body = x'00ff'",
  "body = x'ff', due_at = -4611686018427387904",
];

test.each(damagedJobs)(
  "a job with %s is given up with a reason, and those behind it are sent",
  async (damage) => {
    const { url, port } = await deadTarget();
    const { deliver, skip, dataDir, clock, close } = await untilQueued(url);
    const behind = deliver();
    for (const delayMs of [200, 1_000, 5_000]) await skip(delayMs);
    expect(await behind.answer).toMatchObject({ status: 202 });
    await close();
    using db = new DatabaseSync(join(dataDir, "deliveries.db"));
    db.exec(`UPDATE jobs SET ${damage} WHERE lane = '1'`);
    const target = await rawTarget((socket) => socket.write(rawAnswer(200)), port);
    const warnings: string[] = [];
    const again = await forwarding(url, { dataDir, clock, warn: (line) => warnings.push(line) });
    clock.advance(60_000);
    await until(async () => (await again.log.get(2))?.outcome === "handled");
    const reason = "not tried: its job in the queue cannot be read";
    await until(() => again.forward.unreadable() === 1);
    expect(await again.log.get(1)).toMatchObject({ outcome: "failed", dead: true, reason });
    expect(warnings).toEqual([`delivery 1 is given up: ${reason}`]);
    expect(target.requests).toHaveLength(1);
    await until(() => again.forward.waiting() === 0);
    await again.close();
    const restarted = await forwarding(url, { dataDir, clock });
    expect([restarted.forward.unreadable(), restarted.forward.waiting()]).toEqual([1, 0]);
  },
);

test.each(["state = 'later', due_at = 'soon'", "state = 'ready', due_at = 9e18", "due_at = 1e300"])(
  "a job with %s delays no other, and is due after the next start",
  async (damage) => {
    const { url, port } = await deadTarget();
    const { deliver, skip, log, dataDir, clock, close } = await untilQueued(url);
    using db = new DatabaseSync(join(dataDir, "deliveries.db"));
    db.exec(`UPDATE jobs SET ${damage} WHERE lane = '1'`);
    const { answer } = deliver();
    for (const delayMs of [200, 1_000, 5_000]) await skip(delayMs);
    expect(await answer).toMatchObject({ status: 202 });
    await rawTarget((socket) => socket.write(rawAnswer(200)), port);
    clock.advance(60_000);
    await until(async () => (await log.get(2))?.outcome === "handled");
    await close();
    const again = await forwarding(url, { dataDir, clock });
    await until(async () => (await again.log.get(1))?.outcome === "handled");
  },
);

test("a delivery with a damaged row is given up, and those behind it are sent", async () => {
  const { url, port } = await deadTarget();
  const { deliver, skip, dataDir, clock, close } = await untilQueued(url);
  const behind = deliver();
  for (const delayMs of [200, 1_000, 5_000]) await skip(delayMs);
  expect(await behind.answer).toMatchObject({ status: 202 });
  await close();
  using db = new DatabaseSync(join(dataDir, "deliveries.db"));
  db.exec("UPDATE contents SET headers = '[[1' WHERE seq = 1");
  await rawTarget((socket) => socket.write(rawAnswer(200)), port);
  const again = await forwarding(url, { dataDir, clock });
  clock.advance(60_000);
  await until(async () => (await again.log.get(2))?.outcome === "handled");
  await until(() => again.forward.unreadable() === 1);
  expect(db.prepare("SELECT outcome, reason FROM deliveries WHERE seq = 1").get()).toMatchObject({
    outcome: "failed",
    reason: "not tried: its row in the log cannot be read",
  });
});

test("what waits is tried within a minute after the clock was set back", async () => {
  const { url, port } = await deadTarget();
  const hand = handClock();
  let backMs = 0;
  const clock = { ...hand, nowMs: () => hand.nowMs() - backMs };
  const { log, forward } = await untilQueued(url, freshDataDir(), clock);
  expect(forward.waiting()).toBe(1);
  backMs = 3_600_000;
  await rawTarget((socket) => socket.write(rawAnswer(200)), port);
  hand.advance(60_000);
  await until(async () => (await log.get(1))?.outcome === "handled");
});

test("without a target what waits goes on waiting, and a target given later gets it", async () => {
  const { url } = await deadTarget();
  const { forward, log, clock } = await untilQueued(url);
  forward.setTarget(null);
  expect(forward.state()).toBeNull();
  clock.advance(60_000);
  expect(forward.waiting()).toBe(1);
  expect((await log.get(1))!.attempts).toHaveLength(4);
  const target = await rawTarget((socket) => socket.write(rawAnswer(204)));
  forward.setTarget(target.url);
  await until(async () => (await log.get(1))?.outcome === "handled");
  expect(forward.waiting()).toBe(0);
});

test("a job carries its target; one of an earlier version, without it, is sent to the present one", async () => {
  const { url, port } = await deadTarget();
  const { dataDir, clock, close } = await untilQueued(url);
  await close();
  using db = new DatabaseSync(join(dataDir, "deliveries.db"));
  const bodies = () =>
    db
      .prepare("SELECT body FROM jobs")
      .all()
      .map(({ body }) => JSON.parse(String(body)));
  expect(bodies()).toEqual([{ seq: 1, target: url }]);
  db.exec(`UPDATE jobs SET body = '{"seq":1}'`);
  await rawTarget((socket) => socket.write(rawAnswer(200)), port);
  const { log, skip } = await forwarding(url, { dataDir, clock });
  await skip(30_000);
  await until(async () => (await log.get(1))?.outcome === "handled");
  await until(() => bodies().length === 0);
});

test("a receiver that does not work the queue attempts deliveries while their senders wait, and leaves the rest", async () => {
  const { url, port } = await deadTarget();
  const { dataDir, clock, close } = await untilQueued(url);
  await close();
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)), port);
  const { deliver, forward, log } = await forwarding(url, { dataDir, clock, work: false });
  clock.advance(60_000);
  expect(await deliver().end).toEqual({ outcome: "handled", status: 200 });
  expect(target.requests).toHaveLength(1);
  expect(forward.waiting()).toBe(1);
  expect(await log.forwards.counts()).toMatchObject({ waiting: 1, leased: 0 });
});

test("a try that waits blocks none, and those that come while 16 hang start in the order of their seqs", async () => {
  const open: Socket[] = [];
  const target = await rawTarget((socket) => void open.push(socket));
  const { deliver, clock, state, log } = await forwarding(target.url);
  const early = Array.from({ length: 20 }, (_, n) => deliver(numbered(n)));
  await target.received(16);
  clock.advance(9_500);
  for (const { answer } of early) expect(await answer).toMatchObject({ status: 202 });
  // Four deliveries have had no attempt: they wait in the queue, before those that arrive now.
  expect(await log.forwards.counts()).toMatchObject({ leased: 16, waiting: 4 });
  const late = Array.from({ length: 4 }, (_, n) => deliver(numbered(20 + n)));
  await until(() => state().queued === 4);
  for (let answered = 0; answered < 24; answered += 1) {
    await target.received(Math.min(16 + answered, 24));
    open.shift()!.write(rawAnswer(200));
  }
  for (const { end } of [...early, ...late]) expect(await end).toEqual({ outcome: "handled", status: 200 });
  expect(target.requests.slice(16).map(({ body }) => Number(body))).toEqual([16, 17, 18, 19, 20, 21, 22, 23]);
});

test("of two hundred that are due at once 16 are under way", async () => {
  const { url, port } = await deadTarget();
  const { deliver, skip, close, dataDir, clock } = await untilQueued(url);
  const more = Array.from({ length: 199 }, () => deliver());
  for (const [made, delayMs] of [200, 1_000, 5_000].entries()) {
    await until(() => more.every(({ attempts }) => attempts.length === made + 1));
    await skip(delayMs);
  }
  for (const { answer } of more) expect(await answer).toMatchObject({ status: 202 });
  await close();
  clock.advance(60_000);
  let open = 0;
  let most = 0;
  await rawTarget((socket) => {
    open += 1;
    most = Math.max(most, open);
    setImmediate(() => {
      open -= 1;
      socket.write(rawAnswer(200));
    });
  }, port);
  const { log } = await forwarding(url, { dataDir, clock });
  await until(async () => (await log.count(parseFilter("is:handled", 0))) === 200);
  expect(most).toBeLessThanOrEqual(16);
});

test("a sender whose delivery cannot be queued is not told 202", async () => {
  let finish: () => void = () => {};
  const target = await rawTarget((socket) => {
    finish = () => socket.write(rawAnswer(200));
  });
  const failures: unknown[] = [];
  const { deliver, clock, log } = await forwarding(target.url, {
    onFailure: (error) => failures.push(error),
  });
  const { answer, attempts } = deliver();
  await target.received(1);
  // Make every later write fail, as on a full disk.
  await log.close();
  clock.advance(9_500);
  const { status, headers, text } = await answer;
  expect([status, headers.slice(2)]).toEqual([503, ["Retry-After", "5"]]);
  expect(JSON.parse(text)).toEqual({ error: expect.stringContaining("was not handled") });
  expect(failures).toHaveLength(1);
  finish();
  await until(() => attempts.length === 1);
  expect(attempts).toMatchObject([{ status: 200 }]);
});

test("filters find what waits and what was given up", async () => {
  const { url } = await deadTarget();
  const { deliver, skip, log, forward } = await forwarding(url, { retryDelaysMs: [200, 20_000] });
  const count = (text: string) => log.count(parseFilter(text, 0));
  const { end, answer } = deliver();
  await skip(200);
  expect(await answer).toMatchObject({ status: 202 });
  expect([await count("is:waiting"), await count("is:pending"), await count("is:dead")]).toEqual([1, 1, 0]);
  await skip(20_000);
  expect(await end).toEqual({ outcome: "failed", status: null });
  await until(() => forward.state()?.sending === 0);
  expect([await count("is:waiting"), await count("is:failed"), await count("is:dead")]).toEqual([0, 1, 1]);
  expect(await log.get(1)).toMatchObject({
    dead: true,
    response: { by: "receiver", status: 202 },
    reason: `${url} did not respond in 3 attempts: connection refused`,
  });
});

test("with a schedule that is over before the sender is told, the sender gets 502 and the delivery is dead", async () => {
  const { url } = await deadTarget();
  const { deliver, skip, log } = await forwarding(url, { retryDelaysMs: [200] });
  const { end, answer } = deliver();
  await skip(200);
  expect(await answer).toMatchObject({ status: 502, text: expect.stringContaining("did not respond") });
  expect(await end).toEqual({ outcome: "failed", status: null });
  expect(await log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 1, held: 0 });
  expect(await log.count(parseFilter("is:dead", 0))).toBe(1);
});

test("jobs of a former build that wait, were in progress or are dead carry over, and none is sent twice", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const dataDir = freshDataDir();
  const clock = handClock();
  const former = await openDeliveryLog(dataDir);
  for (let seq = 1; seq <= 3; seq += 1) {
    await former.append(newDelivery({ outcome: "pending", status: null, durationMs: null }));
  }
  await former.append(newDelivery({ outcome: "failed", status: null }));
  await former.close();
  using db = new DatabaseSync(join(dataDir, "deliveries.db"));
  const insert = db.prepare("INSERT INTO jobs (lane, body, due_at, state) VALUES (?, ?, ?, ?)");
  const states = { 1: "later", 2: "ready", 3: "leased", 4: "dead" };
  for (const [lane, state] of Object.entries(states)) {
    insert.run(lane, `{"seq":${lane},"target":"${target.url}/"}`, clock.nowMs() - 1, state);
  }
  const { log, forward } = await forwarding(target.url, { dataDir, clock });
  await until(async () => (await log.count(parseFilter("is:handled", 0))) === 3);
  await until(() => forward.waiting() === 0 && forward.busy() === 0);
  expect(target.requests).toHaveLength(3);
  expect(await log.get(3)).toMatchObject({
    attempts: [{ status: null, error: "interrupted: the receiver stopped" }, { status: 200 }],
  });
  expect(await log.get(4)).toMatchObject({ outcome: "failed", dead: true, attempts: [] });
  expect(await log.forwards.counts()).toEqual({ waiting: 0, leased: 0, dead: 1, held: 0 });
});
