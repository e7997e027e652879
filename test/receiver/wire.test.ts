import { expect, test } from "vitest";
import { openReceiver } from "../support/open-receiver.ts";
import { rawConnection, rawRequest } from "../support/raw-http.ts";

function post(target: string, body: string, ...lines: readonly string[]): string {
  return [
    `POST ${target} HTTP/1.1`,
    "Host: localhost",
    ...lines,
    `Content-Length: ${Buffer.byteLength(body)}`,
    "",
    body,
  ].join("\r\n");
}

test("pipelined requests get their responses in order and are all logged", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  const requests = [
    post("/webhooks/inbox", "{}"),
    post("/webhooks/none", "{}"),
    post("/webhooks/inbox", "no"),
  ];
  connection.send([...requests, post("/webhooks/inbox", "[]")].join(""));
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await connection.answer()).status);
  expect(statuses).toEqual([200, 404, 400, 200]);
  expect((await receiver.rows()).map(({ status }) => status)).toHaveLength(4);
});

test("invalid HTTP after a good request gets a 400 after its response, and the connection is closed", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(`${post("/webhooks/inbox", "{}")}this is no HTTP\r\n\r\n`);
  const answers = [await connection.answer(), await connection.answer()];
  expect(answers.map(({ status, headers }) => [status, headers["connection"]])).toEqual([
    [200, "keep-alive"],
    [400, "close"],
  ]);
  expect(await connection.closed()).toBe("");
});

test("a broken request does not overtake one that waits for the log", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  const broken =
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n";
  connection.send(post("/webhooks/inbox", "{}") + broken);
  expect((await connection.answer()).status).toBe(200);
  connection.send("more");
  expect((await connection.answer()).status).toBe(400);
});

test("a connection is reused after an accepted delivery, and after a refused one with a small body", async () => {
  const receiver = await openReceiver({ secret: "s" });
  const connection = await rawConnection(receiver.port);
  connection.send(post("/webhooks/inbox", "{}"));
  expect((await connection.answer()).status).toBe(401);
  connection.send(post("/webhooks/inbox", "{}", "X-Webhook-Secret: s"));
  expect((await connection.answer()).status).toBe(200);
  connection.send(post("/webhooks/inbox", "{}", "X-Webhook-Secret: s"));
  expect((await connection.answer()).status).toBe(200);
});

test("a chunked body with extensions and trailers is assembled", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(
    'POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5;ext=1\r\n{"a"',
  );
  connection.send(":\r\n3\r\n[1]");
  connection.send("\r\n1\r\n}\r\n0\r\nX-Trailer: 1\r\n\r\n");
  expect((await connection.answer()).status).toBe(200);
  const [row] = await receiver.rows();
  expect(Buffer.from(row!.body).toString()).toBe('{"a":[1]}');
});

test("headers are logged in order, with case and duplicates", async () => {
  const receiver = await openReceiver();
  await rawRequest(
    receiver.port,
    post("/webhooks/inbox", "{}", "X-B: 1", "x-a: 2", "X-B: 3", "X-Latin: caf\u00e9"),
  );
  const [row] = await receiver.rows();
  expect(row!.headers.map((header) => header.join(": "))).toEqual([
    "Host: localhost",
    "X-B: 1",
    "x-a: 2",
    "X-B: 3",
    "X-Latin: caf\u00c3\u00a9",
    "Content-Length: 2",
  ]);
});

test("Expect: 100-continue is granted to a delivery that may be sent", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  const [head, body] = post("/webhooks/inbox", "{}", "Expect: 100-continue").split("\r\n\r\n");
  connection.send(`${head}\r\n\r\n`);
  expect((await connection.answer()).status).toBe(100);
  connection.send(body!);
  expect((await connection.answer()).status).toBe(200);
});

test("Expect: 100-continue without the secret gets 401 and no 100, and the connection is closed", async () => {
  const receiver = await openReceiver({ secret: "s" });
  const connection = await rawConnection(receiver.port);
  connection.send(
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n",
  );
  const answer = await connection.answer();
  expect([answer.status, answer.headers["connection"]]).toEqual([401, "close"]);
  expect(await connection.closed()).toBe("");
  expect(await receiver.rows()).toMatchObject([{ status: 401, bytes: 0 }]);
});

test("another expectation is 417", async () => {
  const receiver = await openReceiver();
  const answer = await rawRequest(receiver.port, post("/webhooks/inbox", "{}", "Expect: a miracle"));
  expect(answer.status).toBe(417);
  expect(JSON.parse(answer.body)).toHaveProperty("error");
});

test("HTTP/1.0 without a Host is accepted, and its connection closed", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send("POST /webhooks/inbox HTTP/1.0\r\nContent-Length: 2\r\n\r\n{}");
  expect((await connection.answer()).status).toBe(200);
  expect(await connection.closed()).toBe("");
  expect(await receiver.rows()).toMatchObject([{ outcome: "accepted", status: 200 }]);
});

test("HTTP/1.1 without a Host is 400", async () => {
  const receiver = await openReceiver();
  const answer = await rawRequest(
    receiver.port,
    "POST /webhooks/inbox HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}",
  );
  expect(answer.status).toBe(400);
  expect(JSON.parse(answer.body)).toEqual({ error: "The Host header is missing." });
});

test.each([
  ["http://hub.example/webhooks/inbox", 200],
  ["/webhooks/inbox?from=hub", 200],
  ["/webhooks/%69nbox", 200],
  ["/webhooks/a%2Fb", 404],
  ["/webhooks/a/b", 200],
  ["/webhooks/inbox/", 200],
  ["/webhooks/inbox//", 404],
  ["/webhooks/inbox%", 404],
  ["/webhooks/../webhooks/inbox", 404],
  ["/webhooks/", 404],
])("the target %s gets %i", async (target, status) => {
  const receiver = await openReceiver({ routes: ["inbox", "a/b"] });
  const answer = await rawRequest(receiver.port, post(target, "{}"));
  expect(answer.status).toBe(status);
  expect(await receiver.rows()).toMatchObject([{ path: target, status }]);
});

test.each([
  ["no HTTP at all", "\u0016\u0003\u0001 hello\r\n\r\n", 400],
  [
    "both lengths, as request smuggling sends them",
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}",
    400,
  ],
  [
    "a length that is no number",
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: two\r\n\r\n{}",
    400,
  ],
  [
    "a flood of headers",
    `POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n${"X-Flood: 1\r\n".repeat(5_000)}\r\n`,
    431,
  ],
  [
    "a flood of chunk extensions",
    `POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n1;${"x".repeat(30_000)}\r\n`,
    413,
  ],
])("%s gets a JSON error, and the connection is closed", async (_, bytes, status) => {
  const receiver = await openReceiver();
  const answer = await rawRequest(receiver.port, bytes);
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({ connection: "close", "content-type": "application/json" });
  expect(JSON.parse(answer.body)).toEqual({ error: expect.any(String) });
  expect(await receiver.rows()).toEqual([]);
});

test.each([
  ["headers", "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n"],
  ["a body", "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{"],
])("%s too late: 408, and no row", async (_, bytes) => {
  const receiver = await openReceiver({ headersTimeoutMs: 50, requestTimeoutMs: 50 });
  const connection = await rawConnection(receiver.port);
  connection.send(bytes);
  const answer = await connection.answer();
  expect(answer.status).toBe(408);
  expect(JSON.parse(answer.body)).toHaveProperty("error");
  expect(await connection.closed()).toBe("");
  expect(await receiver.rows()).toEqual([]);
});

test("a sender that disconnects in the middle of its body leaves no row", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 10\r\n\r\n",
  );
  // The 100 shows that the receiver reads the body.
  expect((await connection.answer()).status).toBe(100);
  connection.send("{");
  connection.destroy();
  expect((await rawRequest(receiver.port, post("/webhooks/inbox", "{}"))).status).toBe(200);
  expect(await receiver.rows()).toHaveLength(1);
});

test("the sender's address is that of a trusted proxy's header, or of the connection", async () => {
  const forwarded = post("/webhooks/inbox", "{}", "X-Forwarded-For: 1.2.3.4");
  for (const [trusted, remote] of [
    [true, "1.2.3.4"],
    [false, "127.0.0.1"],
  ] as const) {
    const receiver = await openReceiver({ trustsProxy: () => trusted });
    await rawRequest(receiver.port, forwarded);
    expect(await receiver.rows()).toMatchObject([{ remote }]);
  }
});

test("a token in the query and the headers of other senders' credentials are not in the log", async () => {
  const receiver = await openReceiver();
  const lines = ["X-Gitlab-Token: s3cret", "X-Api-Key: s3cret"];
  expect((await rawRequest(receiver.port, post("/webhooks/inbox?token=s3cret", "{}", ...lines))).status).toBe(
    200,
  );
  const [row] = await receiver.rows();
  expect(row?.path).toBe("/webhooks/inbox?token=[redacted]");
  expect(JSON.stringify(row)).not.toContain("s3cret");
});
