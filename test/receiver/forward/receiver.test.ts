import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openForward, type OpenForward } from "../../support/forwarding.ts";
import { type OpenReceiver, openReceiver } from "../../support/open-receiver.ts";
import { rawConnection, rawRequest } from "../../support/raw-http.ts";
import { rawAnswer, rawTarget } from "../../support/raw-target.ts";
import { until } from "../../support/until.ts";

async function forwardingReceiver(
  target: string,
  secret: string | null = null,
): Promise<OpenReceiver & { forward: OpenForward }> {
  const receiver = await openReceiver({ secret });
  const forward = await openForward({
    log: receiver.log,
    queue: receiver.log.forwards,
    secretOf: receiver.secretOf,
    known: () => (secret === null ? [] : [secret]),
    onFailure(error) {
      throw error;
    },
  });
  onTestFinished(() => forward.close(0));
  forward.setTarget(target);
  receiver.setRoutes(["inbox", "other"].map((name) => ({ name, action: forward.action })));
  return { ...receiver, forward };
}

const body = '{ "event": {"scope":"repo","action":"create"}, "n": 1.0 }\n';

test("what a sender writes is what the target reads, and what the target answers is what the sender reads", async () => {
  const target = await rawTarget((socket) =>
    socket.write(
      rawAnswer(418, "short and stout", ["X-Tea: 1", "X-Tea: 2", "Connection: X-Hop", "X-Hop: 1"]),
    ),
  );
  const receiver = await forwardingReceiver(`${target.url}/hook`, "s3cret-of-the-hook");
  const {
    status,
    headers,
    body: answered,
  } = await rawRequest(
    receiver.port,
    [
      "POST /webhooks/other?x=1 HTTP/1.1",
      "Host: hub.example",
      "x-b: 2",
      "X-Webhook-Secret: s3cret-of-the-hook",
      "X-B: 1",
      `Content-Length: ${body.length}`,
      "",
      body,
    ].join("\r\n"),
  );
  expect([status, headers["x-tea"], headers["x-hop"], answered]).toEqual([
    418,
    "2",
    undefined,
    "short and stout",
  ]);
  expect(target.requests).toEqual([
    {
      head: [
        "POST /hook?x=1 HTTP/1.1",
        `Host: 127.0.0.1:${target.port}`,
        "x-b: 2",
        "X-Webhook-Secret: s3cret-of-the-hook",
        "X-B: 1",
        `Content-Length: ${body.length}`,
        "Connection: keep-alive",
      ],
      body,
    },
  ]);
  const row = await receiver.endedRow(1);
  const by = `${target.url}/hook?x=1`;
  expect(row.reason).toBe(`${by} responded with 418`);
  expect(row.response).toMatchObject({ by, status: 418, truncated: false });
  expect(Buffer.from(row.response!.body).toString()).toBe("short and stout");
  expect(await receiver.log.get(1)).toMatchObject({
    route: "other",
    outcome: "failed",
    status: 418,
    attempts: [{ target: `${target.url}/hook?x=1`, status: 418, error: null }],
  });
  const [attempt] = (await receiver.log.get(1))!.attempts;
  expect(Buffer.from(attempt!.reply!.body).toString()).toBe("short and stout");
  expect(attempt!.reply!.headers.slice(0, 2)).toEqual([
    ["X-Tea", "1"],
    ["X-Tea", "2"],
  ]);
});

test("a chunked body, asked for with 100-continue, goes on whole and with its length", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const receiver = await forwardingReceiver(target.url);
  const connection = await rawConnection(receiver.port);
  connection.send(
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n",
  );
  expect(await connection.answer()).toMatchObject({ status: 100 });
  connection.send('3\r\n{"a\r\n5\r\n":[1]\r\n1\r\n}\r\n0\r\n\r\n');
  expect(await connection.answer()).toMatchObject({ status: 200 });
  expect(target.requests[0]).toMatchObject({ body: '{"a":[1]}' });
  expect(target.requests[0]!.head.slice(2)).toEqual(["Content-Length: 9", "Connection: keep-alive"]);
});

test("an answer without a body leaves the sender's connection usable", async () => {
  const target = await rawTarget((socket) => socket.write("HTTP/1.1 204 None\r\nX-A: 1\r\n\r\n"));
  const receiver = await forwardingReceiver(target.url);
  const connection = await rawConnection(receiver.port);
  for (let n = 0; n < 3; n += 1) {
    connection.send(`POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}`);
    expect(await connection.answer()).toMatchObject({ status: 204, headers: { "x-a": "1" }, body: "" });
  }
  expect(target.requests).toHaveLength(3);
});

test("a target that echoes its request, secret and all, does not get the secret onto the disk", async () => {
  const secret = "s3cret-that-is-nowhere";
  const target = await rawTarget((socket, { head }) =>
    socket.write(rawAnswer(200, head.join("\n"), [`X-Echo: ${secret}`])),
  );
  const receiver = await forwardingReceiver(target.url, secret);
  const answer = await rawRequest(
    receiver.port,
    `POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nX-Webhook-Secret: ${secret}\r\nContent-Length: 2\r\n\r\n{}`,
  );
  expect(answer.body).toContain(secret);
  await until(async () => (await receiver.log.get(1))?.outcome === "handled");
  const [attempt] = (await receiver.log.get(1))!.attempts;
  expect(Buffer.from(attempt!.reply!.body).toString()).toContain("X-Webhook-Secret: [redacted]");
  for (const name of readdirSync(receiver.dataDir)) {
    expect(readFileSync(join(receiver.dataDir, name)).includes(secret), name).toBe(false);
  }
});

test("a sender that goes away before the answer does not keep the delivery from being forwarded", async () => {
  let finish: () => void = () => {};
  const target = await rawTarget((socket) => {
    finish = () => socket.write(rawAnswer(200));
  });
  const receiver = await forwardingReceiver(target.url);
  const connection = await rawConnection(receiver.port);
  connection.send("POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
  await target.received(1);
  connection.destroy();
  await connection.closed();
  finish();
  await until(async () => (await receiver.log.get(1))?.outcome !== "pending");
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "handled", status: 200 });
});

test("a delivery that is still being received when the receiver stops is forwarded, and its sender gets the answer", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200, "taken")));
  const receiver = await forwardingReceiver(target.url);
  const connection = await rawConnection(receiver.port);
  connection.send("POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{");
  // The server handles connections in order: after a later request it has seen this one.
  await fetch(receiver.url);
  const received = receiver.close(60_000);
  const forwarded = receiver.forward.close(60_000, received);
  connection.send("}");
  expect(await connection.answer()).toMatchObject({ status: 200, body: "taken" });
  await Promise.all([received, forwarded]);
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "handled", status: 200 });
});

test("what the target is still at when the time is over stays in the queue, and its sender gets 202", async () => {
  const target = await rawTarget(() => {});
  const receiver = await forwardingReceiver(target.url);
  const connection = await rawConnection(receiver.port);
  connection.send("POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}");
  await target.received(1);
  const received = receiver.close(0);
  await Promise.all([received, receiver.forward.close(0, received)]);
  expect(await connection.answer()).toMatchObject({ status: 202 });
  const row = await receiver.log.get(1);
  expect(row).toMatchObject({ outcome: "pending", nextAttemptAt: expect.any(String) });
  expect(row!.attempts).toMatchObject([{ error: "canceled because the receiver is stopping" }]);
});

test("a replay through the route is forwarded again, with the secret put in", async () => {
  const target = await rawTarget((socket) => socket.write(rawAnswer(200)));
  const receiver = await forwardingReceiver(target.url, "s3cret-put-in-again");
  await rawRequest(
    receiver.port,
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nX-Webhook-Secret: s3cret-put-in-again\r\nAuthorization: x\r\nContent-Length: 2\r\n\r\n{}",
  );
  expect(await receiver.replay(1)).toEqual({ seq: 2, outcome: "handled", status: 200, error: null });
  const [first, second] = target.requests;
  expect(second).toEqual({ ...first, head: first!.head.filter((line) => !line.startsWith("Authorization")) });
});

test("stopping while the target is down leaves what waits in the queue at once", async () => {
  const target = await rawTarget(() => {});
  await target.close();
  const receiver = await forwardingReceiver(target.url);
  const answer = rawRequest(
    receiver.port,
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
  );
  await until(() => receiver.forward.waiting() === 1);
  await Promise.all([receiver.close(60_000), receiver.forward.close(60_000)]);
  expect(await answer).toMatchObject({ status: 202 });
  const row = await receiver.log.get(1);
  expect(row).toMatchObject({ outcome: "pending", nextAttemptAt: expect.any(String) });
  expect(row!.attempts).toMatchObject([{ error: "connection refused" }]);
});
