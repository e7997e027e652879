import { createServer, type IncomingMessage, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { NotFoundError } from "../../src/model/errors.ts";
import { UsageError } from "../../src/model/errors.ts";
import { NothingToReplayError, RouteGoneError } from "../../src/receiver/errors.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { openReceiver } from "../support/open-receiver.ts";
import { rawRequest } from "../support/raw-http.ts";

interface Arrived {
  readonly request: IncomingMessage;
  readonly body: Buffer;
}

/** Creates a target that records raw headers. */
async function target(answer: RequestListener): Promise<{ url: string; arrived: Arrived[] }> {
  const arrived: Arrived[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      arrived.push({ request, body: Buffer.concat(chunks) });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`, arrived };
}

const body = '{ "event": {"scope":"repo","action":"create"}, "n": 1.0 }\n';
const bytes = (headers: readonly string[]): string =>
  ["POST /webhooks/inbox HTTP/1.1", ...headers, `Content-Length: ${body.length}`, "", body].join("\r\n");

test("a replay through a route is a new accepted row that names the replayed one", async () => {
  const receiver = await openReceiver({ secret: "s" });
  await rawRequest(receiver.port, bytes(["Host: localhost", "X-Webhook-Secret: s", "X-A: 1", "X-A: 2"]));
  expect(await receiver.replay(1)).toEqual({ seq: 2, outcome: "accepted", status: 200, error: null });
  const [original, replay] = await receiver.rows();
  const { receivedAt, durationMs } = replay!;
  expect(replay).toEqual({ ...original, seq: 2, replayOf: 1, receivedAt, durationMs });
});

test("invalid JSON is checked again and refused again", async () => {
  const receiver = await openReceiver();
  await fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body: "no" });
  expect(await receiver.replay(1)).toEqual({
    seq: 2,
    outcome: "rejected",
    status: 400,
    error: 'bad JSON: "no" instead of a value at 1:1',
  });
});

test("a replay to a URL sends the exact body, the end-to-end headers in order, and the secret", async () => {
  const receiver = await openReceiver({ secret: ["s3", "old"] });
  const { url, arrived } = await target((_, response) => void response.writeHead(204).end());
  await rawRequest(
    receiver.port,
    bytes([
      "Host: hub.example",
      "X-B: 1",
      "x-a: caf\u00e9",
      "Connection: keep-alive, X-Hop",
      "X-Hop: 1",
      "Authorization: Bearer t",
      "X-Webhook-Secret: old",
      "TE: trailers",
      "X-B: 2",
    ]),
  );
  const replay = await receiver.replay(1, url);
  expect(replay).toEqual({ seq: 2, outcome: "handled", status: 204, error: null });
  const [{ request, body: sent }] = arrived as [Arrived];
  expect(request.url).toBe("/hook?x=1");
  expect(sent.toString()).toBe(body);
  expect(request.rawHeaders.slice(0, 14)).toEqual(
    [
      ["Host", new URL(url).host],
      ["X-B", "1"],
      ["x-a", "caf\u00c3\u00a9"],
      ["X-Webhook-Secret", "s3"],
      ["X-B", "2"],
      ["Content-Length", String(body.length)],
      ["Connection", "close"],
    ].flat(),
  );
  const row = await receiver.log.get(2);
  expect(row).toMatchObject({ replayOf: 1, outcome: "handled", status: 204 });
  expect(row!.attempts).toEqual([
    {
      target: url,
      startedAt: expect.any(String),
      status: 204,
      error: null,
      durationMs: expect.any(Number),
      reply: { headers: expect.arrayContaining([["Connection", "close"]]), body: new Uint8Array() },
    },
  ]);
  expect(JSON.stringify(row!.headers)).not.toContain("s3");
});

test("the secret is sent beyond loopback only on request", async () => {
  const receiver = await openReceiver({ secret: "s3" });
  const { url, arrived } = await target((_, response) => void response.end());
  await rawRequest(receiver.port, bytes(["Host: h", "X-Webhook-Secret: s3"]));
  // 0.0.0.0 reaches this machine and is not a loopback name.
  const elsewhere = url.replace("127.0.0.1", "0.0.0.0");
  for (const withSecret of [undefined, false, true]) {
    expect(await receiver.replay(1, elsewhere, withSecret)).toMatchObject({ status: 200 });
  }
  expect(arrived.map(({ request }) => request.headers["x-webhook-secret"])).toEqual([
    undefined,
    undefined,
    "s3",
  ]);
});

test("a response that echoes the request does not log the secret", async () => {
  const secret = "s3cret-that-is-nowhere";
  const receiver = await openReceiver({ secret });
  const { url } = await target((request, response) => {
    response.end(`got ${request.headers["x-webhook-secret"]?.toString()}`);
  });
  await rawRequest(receiver.port, bytes(["Host: localhost", `X-Webhook-Secret: ${secret}`]));
  await receiver.replay(1, url);
  const { attempts, response, reason } = (await receiver.log.get(2))!;
  expect(Buffer.from(attempts[0]!.reply!.body).toString()).toBe("got [redacted]");
  expect(reason).toBeNull();
  expect(response).toMatchObject({ by: url, status: 200 });
  expect(Buffer.from(response!.body).toString()).toBe("got [redacted]");
});

test("the row is pending while the replay is sent", async () => {
  const receiver = await openReceiver();
  let during: Promise<unknown> = Promise.resolve();
  const { url } = await target((_, response) => {
    during = receiver.rows().finally(() => response.end());
  });
  await rawRequest(receiver.port, bytes(["Host: localhost"]));
  expect(await receiver.replay(1, url)).toMatchObject({ outcome: "handled", status: 200 });
  expect(await during).toMatchObject([{ seq: 1 }, { seq: 2, outcome: "pending", status: null, replayOf: 1 }]);
});

test.each([
  [500, 500],
  [302, 302],
])("the response %i is final, and the row failed", async (status, seen) => {
  const receiver = await openReceiver();
  const { url, arrived } = await target(
    (_, response) => void response.writeHead(status, { Location: "/elsewhere" }).end(),
  );
  await rawRequest(receiver.port, bytes(["Host: localhost"]));
  expect(await receiver.replay(1, url)).toEqual({ seq: 2, outcome: "failed", status: seen, error: null });
  expect(arrived).toHaveLength(1);
});

test("no response is a failed row with the reason in its attempt", async () => {
  const receiver = await openReceiver();
  const { url } = await target((request) => void request.socket.destroy());
  await rawRequest(receiver.port, bytes(["Host: localhost"]));
  expect(await receiver.replay(1, url)).toEqual({
    seq: 2,
    outcome: "failed",
    status: null,
    error: "the connection was lost",
  });
  const refused = await receiver.replay(1, "http://localhost:1/");
  expect(refused).toMatchObject({ outcome: "failed", status: null });
  expect(refused.error).toBe("connection refused");
  expect(await receiver.log.get(3)).toMatchObject({
    reason: refused.error,
    response: null,
    attempts: [{ status: null, error: refused.error }],
  });
});

test("closing aborts a replay without a response, as recorded in its row", async () => {
  const receiver = await openReceiver();
  const asked = Promise.withResolvers<void>();
  const { url } = await target(() => asked.resolve());
  await rawRequest(receiver.port, bytes(["Host: localhost"]));
  const replay = receiver.replay(1, url);
  await asked.promise;
  await receiver.close(1);
  expect(await replay).toMatchObject({
    outcome: "failed",
    status: null,
    error: "canceled because the receiver is stopping",
  });
  expect((await receiver.log.get(2))!.outcome).toBe("failed");
});

test("a replay that is impossible is refused with the reason and leaves no row", async () => {
  const receiver = await openReceiver({ secret: "s" });
  await rawRequest(receiver.port, bytes(["Host: localhost"]));
  const headers = { "X-Webhook-Secret": "s" };
  await fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body: "x".repeat(5_000), headers });
  await receiver.log.append(newDelivery({ route: "gone" }));
  await expect(receiver.replay(99)).rejects.toThrow(NotFoundError);
  await expect(receiver.replay(1)).rejects.toThrow(NothingToReplayError);
  await expect(receiver.replay(1, "http://127.0.0.1:1/")).rejects.toThrow("none of its body was kept");
  await expect(receiver.replay(2)).rejects.toThrow("4096 of its 5000 bytes were kept");
  await expect(receiver.replay(3)).rejects.toThrow(RouteGoneError);
  await expect(receiver.replay(3, "ftp://127.0.0.1/")).rejects.toThrow(UsageError);
  expect(await receiver.log.lastSeq()).toBe(3);
});

test("a response of exactly the stored size is whole, and one byte more is truncated", async () => {
  const receiver = await openReceiver();
  await rawRequest(receiver.port, bytes(["Host: localhost"]));
  const { url } = await target((request, response) =>
    response.end("x".repeat(request.url === "/hook?x=1" ? 20_000 : 20_001)),
  );
  for (const [to, truncated] of [
    [url, false],
    [`${url}&more`, true],
  ] as const) {
    const { seq } = await receiver.replay(1, to);
    const { response } = (await receiver.log.get(seq))!;
    expect(response).toMatchObject({ truncated });
    expect(response?.body.length).toBe(20_000);
  }
});

test("an edited request is sent instead of the stored one, with the secret, and its row is marked", async () => {
  const receiver = await openReceiver({ secret: "s3" });
  const { url, arrived } = await target((_, response) => response.end("ok"));
  await rawRequest(receiver.port, bytes(["Host: localhost", "X-Webhook-Secret: s3", "X-A: 1"]));
  const edited = '{"event":{"scope":"discussion","action":"create"},"repo":{"type":"model","name":"me/é"}}';
  const edit = { headers: [["X-B", "2"] as const], body: edited };
  expect(await receiver.replay(1, url, false, edit)).toMatchObject({ seq: 2, outcome: "handled" });
  expect(arrived[0]?.body.toString()).toBe(edited);
  expect(arrived[0]?.request.rawHeaders.slice(2, 6)).toEqual(["X-B", "2", "X-Webhook-Secret", "s3"]);
  expect(await receiver.replay(1, undefined, false, { headers: [], body: null })).toMatchObject({ seq: 3 });
  expect(await receiver.replay(2)).toMatchObject({ seq: 4 });
  const [original, changed, sameBody, replayed] = await receiver.rows();
  expect(original).toMatchObject({ edited: false });
  expect(changed).toMatchObject({
    edited: true,
    replayOf: 1,
    bytes: Buffer.byteLength(edited),
    event: { scope: "discussion", action: "create" },
    repo: { type: "model", name: "me/é" },
  });
  expect(sameBody).toMatchObject({ edited: true, replayOf: 1, sha256: original?.sha256 });
  expect(replayed).toMatchObject({ edited: false, replayOf: 2, sha256: changed?.sha256 });
  expect((await receiver.log.get(2))?.headers).toEqual([
    ["X-B", "2"],
    ["Host", "localhost"],
    ["X-Webhook-Secret", "[redacted]"],
    ["Content-Length", String(Buffer.byteLength(edited))],
  ]);
});

test("an edited request that a receiver would refuse is not sent", async () => {
  const receiver = await openReceiver({ maxBodyBytes: 100 });
  await rawRequest(receiver.port, bytes(["Host: localhost"]));
  const send = (headers: readonly (readonly [string, string])[], body: string) =>
    receiver.replay(1, undefined, false, { headers, body });
  await expect(send([["X-A", "a\r\nb"]], "{}")).rejects.toThrow(/cannot contain/);
  await expect(send([["X-Webhook-Secret", "guess"]], "{}")).rejects.toThrow(/put in/);
  await expect(send([], `"${"x".repeat(100)}"`)).rejects.toThrow(/at most/);
  await expect(send([], "[".repeat(90))).resolves.toMatchObject({ outcome: "rejected" });
  expect(await receiver.rows()).toHaveLength(2);
});
