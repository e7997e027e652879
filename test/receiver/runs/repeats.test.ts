import { expect, test } from "vitest";
import { handlerAction } from "../../../src/receiver/handlers/call-handler.ts";
import type { Handler } from "../../../src/receiver/handlers/handler.ts";
import { answerInTime } from "../../../src/receiver/runs/answer-in-time.ts";
import type { RepeatChoice } from "../../../src/receiver/runs/run-settings.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { handClock } from "../../support/hand-clock.ts";
import { type OpenReceiver, openReceiver } from "../../support/open-receiver.ts";
import { rawConnection } from "../../support/raw-http.ts";
import { retrying } from "../../support/retrying.ts";
import { until } from "../../support/until.ts";

const id = { "Webhook-Id": "msg_1" };
const skipped = (by: number) => ({
  outcome: "accepted",
  status: 200,
  reason: `already handled by #${by}; replay it to run it again`,
  settledBy: by,
  eventState: "handled",
});

/** Opens a receiver whose handler counts its calls, on the routes inbox and other. */
async function counting(handler: Handler = () => "done", repeats: RepeatChoice = "skip") {
  const calls: number[] = [];
  const clock = handClock();
  const action = answerInTime(
    handlerAction("inbox", (payload, request) => {
      calls.push(request.seq);
      return handler(payload, request);
    }),
    "result",
    clock,
  );
  const routes = ["inbox", "other"].map((name) => ({ name, action }));
  const receiver = await openReceiver({ routes, repeats });
  return { ...receiver, calls, clock };
}

async function post({ url }: Pick<OpenReceiver, "url">, headers = id, body = "{}", route = "inbox") {
  const response = await fetch(`${url}/webhooks/${route}`, { method: "POST", body, headers });
  const text = await response.text();
  return { status: response.status, text };
}

test("an event that is handled does not run again: the response and the row say by which delivery", async () => {
  const receiver = await counting();
  expect(await post(receiver)).toEqual({ status: 200, text: "done" });
  await receiver.endedRow(1);
  for (const seq of [2, 3]) {
    expect(await post(receiver)).toEqual({ status: 200, text: '{"status":"already handled","by":1}' });
    expect(await receiver.endedRow(seq)).toMatchObject(skipped(1));
  }
  expect(receiver.calls).toEqual([1]);
});

test("a repeat that comes before the outcome of its event is written does not run either", async () => {
  const receiver = await counting();
  const answers = await Promise.all(Array.from({ length: 20 }, () => post(receiver)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await until(async () => (await receiver.rows()).every(({ outcome }) => outcome !== "pending"));
  expect(receiver.calls).toEqual([1]);
});

test("a replay of a handled event runs", async () => {
  const receiver = await counting();
  await post(receiver);
  await receiver.endedRow(1);
  expect(await receiver.replay(1)).toMatchObject({ seq: 2, outcome: "handled", status: 200 });
  expect(receiver.calls).toEqual([1, 2]);
});

test("a replay of an open event runs nothing if the event was handled meanwhile, or runs", async () => {
  let failures = 1;
  const receiver = await counting(() => {
    failures -= 1;
    if (failures >= 0) throw new Error("no rows");
  });
  await post(receiver);
  await receiver.endedRow(1);
  const [first] = await Promise.all([receiver.replayOpen(1), receiver.replayOpen(1)]);
  expect(first).toMatchObject({ outcome: "handled" });
  expect(receiver.calls).toEqual([1, 2]);
  expect(await receiver.replayOpen(1)).toMatchObject({ seq: 4, outcome: "accepted", status: 200 });
  expect(await receiver.endedRow(4)).toMatchObject(skipped(2));
  expect(receiver.calls).toEqual([1, 2]);
});

test("a retry after a failure runs, and what it settles stays settled", async () => {
  let failures = 1;
  const receiver = await counting(() => {
    failures -= 1;
    if (failures >= 0) throw new Error("no rows");
    return "done";
  });
  expect((await post(receiver)).status).toBe(500);
  expect((await receiver.endedRow(1)).eventState).toBe("failed");
  expect((await post(receiver)).status).toBe(200);
  expect(await receiver.endedRow(2)).toMatchObject({ outcome: "handled", tries: 2 });
  expect((await post(receiver)).text).toBe('{"status":"already handled","by":2}');
  expect(await receiver.endedRow(3)).toMatchObject(skipped(2));
});

test("each try of an event has its ID, its first delivery with its time, and a number", async () => {
  const seen: unknown[] = [];
  const receiver = await counting((_, { eventId, eventOf, tryNumber, firstTryAt }) => {
    seen.push({ eventId, eventOf, tryNumber, firstTryAt });
    throw new Error("no rows");
  });
  await post(receiver);
  const { receivedAt } = await receiver.endedRow(1);
  await post(receiver);
  await receiver.endedRow(2);
  await receiver.replay(2);
  const firstTryAt = new Date(receivedAt);
  expect(seen).toEqual(
    [1, 2, 3].map((tryNumber) => ({ eventId: "msg_1", eventOf: 1, tryNumber, firstTryAt })),
  );
  await post(receiver, {} as typeof id);
  expect(seen.at(-1)).toMatchObject({ eventId: null, eventOf: 4, tryNumber: 1 });
});

test("a failed event that a replay has settled does not run again for its sender", async () => {
  let failures = 1;
  const receiver = await counting(() => {
    failures -= 1;
    if (failures >= 0) throw new Error("no rows");
  });
  await post(receiver);
  await receiver.endedRow(1);
  expect(await receiver.replay(1)).toMatchObject({ outcome: "handled" });
  await post(receiver);
  expect(await receiver.endedRow(3)).toMatchObject(skipped(2));
});

test("an edited replay is another event, and settles nothing", async () => {
  let failures = 1;
  const receiver = await counting(() => {
    failures -= 1;
    if (failures >= 0) throw new Error("no rows");
    return "done";
  });
  await post(receiver);
  await receiver.endedRow(1);
  const edit = { headers: [["Webhook-Id", "msg_1"]] as const, body: '{"edited":true}' };
  expect(await receiver.replay(1, undefined, false, edit)).toMatchObject({ seq: 2, outcome: "handled" });
  expect(await receiver.log.get(2)).toMatchObject({ eventId: null, eventOf: 2, eventState: "handled" });
  expect((await post(receiver)).text).toBe("done");
  expect(receiver.calls).toEqual([1, 2, 3]);
});

test.each<[string, Record<string, string>, string, string]>([
  ["another ID", { "Webhook-Id": "msg_2" }, "{}", "inbox"],
  ["no ID", {}, "{}", "inbox"],
  ["the same ID with another body", id, '{"n":1}', "inbox"],
  ["the same ID on another route", id, "{}", "other"],
])("%s is another event, and runs", async (_, headers, body, route) => {
  const receiver = await counting();
  await post(receiver);
  await receiver.endedRow(1);
  expect(await post(receiver, headers as typeof id, body, route)).toEqual({ status: 200, text: "done" });
  expect(receiver.calls).toEqual([1, 2]);
});

test("an ID first sent with a wrong secret is not settled by that", async () => {
  const receiver = await counting();
  receiver.setSecret("right");
  const secret = (value: string) => ({ ...id, "X-Webhook-Secret": value });
  expect((await post(receiver, secret("wrong"))).status).toBe(403);
  expect((await post(receiver, secret("right"))).text).toBe("done");
  expect(receiver.calls).toEqual([2]);
});

test("with the choice run each delivery runs", async () => {
  const receiver = await counting(() => "done", "run");
  await post(receiver);
  await receiver.endedRow(1);
  expect((await post(receiver)).text).toBe("done");
  expect(receiver.calls).toEqual([1, 2]);
});

test("a repeat of a running event gets the same response, and its row says what it joined", async () => {
  const go = Promise.withResolvers<string>();
  const receiver = await counting(() => go.promise);
  const answers = [post(receiver)];
  await until(() => receiver.calls.length === 1);
  answers.push(post(receiver), post(receiver));
  await until(async () => (await receiver.log.lastSeq()) === 3);
  go.resolve("late");
  for (const answer of answers) expect(await answer).toEqual({ status: 200, text: "late" });
  await receiver.endedRow(3);
  expect(await receiver.endedRow(2)).toMatchObject({ outcome: "handled", status: 200, reason: "joined #1" });
  expect(receiver.calls).toEqual([1]);
});

test("a repeat of a running event that fails fails, too, so that the sender tries again", async () => {
  const go = Promise.withResolvers<string>();
  const receiver = await counting(() => go.promise);
  const first = post(receiver);
  await until(() => receiver.calls.length === 1);
  const second = post(receiver);
  await until(async () => (await receiver.log.lastSeq()) === 2);
  go.reject(new Error("no rows"));
  expect([(await first).status, (await second).status]).toEqual([500, 500]);
  const reason = expect.stringContaining("handler inbox threw: Error: no rows");
  expect(await receiver.endedRow(2)).toMatchObject({ outcome: "failed", status: 500, reason });
});

test("a repeat that comes while a failed event begins to run again joins that run", async () => {
  let calls = 0;
  const receiver = await counting(() => {
    calls += 1;
    throw new Error(`no rows ${calls}`);
  });
  const connection = await rawConnection(receiver.port);
  const request =
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nWebhook-Id: msg_1\r\nContent-Length: 2\r\n\r\n{}";
  connection.send(request);
  expect((await connection.answer()).status).toBe(500);
  await receiver.endedRow(1);
  // Both are in one transaction, whose rows are taken one after the other.
  connection.send(request.repeat(2));
  expect([await connection.answer(), await connection.answer()]).toMatchObject([
    { status: 500 },
    { status: 500 },
  ]);
  const reason = expect.stringContaining("handler inbox threw: Error: no rows 2");
  for (const seq of [2, 3]) expect(await receiver.endedRow(seq)).toMatchObject({ outcome: "failed", reason });
  expect(receiver.calls).toEqual([1, 2]);
});

test("a repeat of an event whose sender got 202 gets 202, and ends as the run does", async () => {
  const go = Promise.withResolvers<string>();
  const receiver = await counting(() => go.promise);
  const first = post(receiver);
  await until(() => receiver.calls.length === 1);
  receiver.clock.advance(9_500);
  expect((await first).status).toBe(202);
  expect((await post(receiver)).status).toBe(202);
  go.resolve("late");
  expect(await receiver.endedRow(2)).toMatchObject({ outcome: "handled", status: 200, reason: "joined #1" });
});

test("a repeat of an event that waits in the queue gets 202, and runs nothing", async () => {
  let calls = 0;
  const receiver = await retrying(() => {
    calls += 1;
    if (calls === 1) throw new Error("no rows");
  });
  expect((await receiver.post("{}", id)).status).toBe(202);
  await until(() => receiver.runs.waiting() === 1);
  expect((await receiver.post("{}", id)).status).toBe(202);
  expect(await receiver.endedRow(2)).toMatchObject({
    outcome: "accepted",
    status: 202,
    reason: "joins #1, which waits for its next try",
    eventState: "waiting",
  });
  expect(calls).toBe(1);
  receiver.clock.advance(10_000);
  await receiver.endedRow(1);
  expect((await receiver.post("{}", id)).status).toBe(200);
  expect(await receiver.endedRow(3)).toMatchObject(skipped(1));
  expect(calls).toBe(2);
});

test("a repeat of a running event that then waits in the queue has joined it", async () => {
  const go = Promise.withResolvers<string>();
  let calls = 0;
  const receiver = await retrying(() => {
    calls += 1;
    return calls === 1 ? go.promise : "done";
  });
  const first = receiver.post("{}", id);
  await until(() => calls === 1);
  const second = receiver.post("{}", id);
  await until(async () => (await receiver.log.lastSeq()) === 2);
  go.reject(new Error("no rows"));
  expect([(await first).status, (await second).status]).toEqual([202, 202]);
  expect(await receiver.endedRow(2)).toMatchObject({
    outcome: "accepted",
    reason: "joins #1, which waits for its next try",
  });
});

test("a repeat of a dead event runs, with a schedule of its own", async () => {
  let calls = 0;
  const receiver = await retrying(
    () => {
      calls += 1;
      if (calls === 1) throw new Error("no rows");
      return "done";
    },
    { retriesMs: [] },
  );
  await receiver.post("{}", id);
  await until(async () => (await receiver.log.get(1))?.dead === true);
  expect((await receiver.post("{}", id)).status).toBe(200);
  expect(await receiver.endedRow(2)).toMatchObject({ outcome: "handled", tries: 2 });
});

test("a repeat of an event that the end of a process has cut off runs, if nothing repeats it", async () => {
  const dataDir = freshDataDir();
  const go = Promise.withResolvers<void>();
  const action = handlerAction("inbox", () => go.promise);
  const killed = await openReceiver({ dataDir, routes: [{ name: "inbox", action }], onLogFailure: () => {} });
  const lost = post(killed).catch(() => null);
  await until(async () => (await killed.log.lastSeq()) === 1);
  // Close the log but not the receiver, as if the process was killed.
  await killed.log.close();
  const again = await openReceiver({
    dataDir,
    routes: [{ name: "inbox", action: handlerAction("inbox", () => "done") }],
  });
  expect(await again.log.interruptPending()).toBe(1);
  expect((await post(again)).text).toBe("done");
  expect(await again.endedRow(2)).toMatchObject({ outcome: "handled", eventOf: 1, tries: 2 });
  go.resolve();
  await lost;
});

test("a repeat of a delivery that was accepted without an action runs when there is one", async () => {
  const receiver = await counting();
  receiver.setRoutes([{ name: "inbox", action: null }]);
  await post(receiver);
  receiver.setRoutes([{ name: "inbox", action: handlerAction("inbox", () => "done") }]);
  expect((await post(receiver)).text).toBe("done");
  expect(await receiver.endedRow(2)).toMatchObject({ outcome: "handled" });
});
