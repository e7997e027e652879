import { expect, test } from "vitest";
import { openReceiver } from "../support/open-receiver.ts";
import { rawConnection, rawRequest } from "../support/raw-http.ts";
import { fullPayload } from "../support/sample-payload.ts";

const secret = "s3cret-of-the-hub";
const payload = JSON.stringify(fullPayload());

function post(url: string, body: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, { method: "POST", body, headers: { "content-type": "application/json", ...headers } });
}

test("a delivery with the right secret gets 200 and is in the log by then", async () => {
  const receiver = await openReceiver({ secret });
  const answer = await post(`${receiver.url}/webhooks/inbox`, payload, { "X-Webhook-Secret": secret });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({ ok: true });
  const [row] = await receiver.rows();
  expect(row).toMatchObject({
    seq: 1,
    route: "inbox",
    method: "POST",
    path: "/webhooks/inbox",
    remote: "127.0.0.1",
    bytes: Buffer.byteLength(payload),
    event: { scope: "repo.content", action: "update" },
    repo: { type: "dataset", name: "me/corpus" },
    webhookId: "6390e855e30d9209411de93b",
    auth: "ok",
    outcome: "accepted",
    schemaValid: true,
    status: 200,
    replayOf: null,
    duplicateOf: null,
  });
  expect(Buffer.from(row!.body).toString()).toBe(payload);
  expect(row!.durationMs).toBeGreaterThanOrEqual(0);
});

test("without the header the response is 401 with the Python client's message, and the row has no body", async () => {
  const receiver = await openReceiver({ secret });
  const answer = await post(`${receiver.url}/webhooks/inbox`, payload);
  expect(answer.status).toBe(401);
  expect(await answer.json()).toEqual({ error: "x-webhook-secret header not set." });
  const [row] = await receiver.rows();
  expect(row).toMatchObject({ auth: "missing", outcome: "rejected", status: 401, bytes: 0, sha256: null });
  expect(row!.body).toHaveLength(0);
});

test("with another secret the response is 403 with the Python client's message, and the row has no body", async () => {
  const receiver = await openReceiver({ secret });
  const answer = await post(`${receiver.url}/webhooks/inbox`, payload, { "X-Webhook-Secret": `${secret}x` });
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({ error: "Invalid webhook secret." });
  const [row] = await receiver.rows();
  expect(row).toMatchObject({ auth: "wrong", outcome: "rejected", status: 403, bytes: 0, sha256: null });
  expect(row!.body).toHaveLength(0);
});

test("a wrong secret is refused before the body arrives", async () => {
  const receiver = await openReceiver({ secret });
  const answer = await rawRequest(
    receiver.port,
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nX-Webhook-Secret: no\r\nContent-Length: 400\r\n\r\n",
  );
  expect(answer.status).toBe(403);
});

test("the right secret twice is not the right secret", async () => {
  const receiver = await openReceiver({ secret });
  const header = `X-Webhook-Secret: ${secret}\r\n`;
  const answer = await rawRequest(
    receiver.port,
    `POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n${header}${header}Content-Length: 2\r\n\r\n{}`,
  );
  expect(answer.status).toBe(403);
});

test("an open receiver accepts deliveries with and without a secret, as recorded in the row", async () => {
  const receiver = await openReceiver();
  await post(`${receiver.url}/webhooks/inbox`, payload);
  await post(`${receiver.url}/webhooks/inbox`, payload, { "X-Webhook-Secret": "whatever" });
  expect((await receiver.rows()).map(({ auth, status }) => [auth, status])).toEqual([
    ["open", 200],
    ["open", 200],
  ]);
});

test("an unknown route is 404 and logged without a route", async () => {
  const receiver = await openReceiver();
  const answer = await post(`${receiver.url}/webhooks/nowhere`, payload);
  expect(answer.status).toBe(404);
  expect(await answer.json()).toEqual({ error: "This route does not exist." });
  expect(await receiver.rows()).toMatchObject([
    { route: null, path: "/webhooks/nowhere", outcome: "rejected", status: 404 },
  ]);
});

test("any method but POST on a route is 405 with Allow, and logged", async () => {
  const receiver = await openReceiver();
  for (const method of ["GET", "PUT", "DELETE", "OPTIONS"]) {
    const answer = await fetch(`${receiver.url}/webhooks/inbox`, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get("allow")).toBe("POST");
    expect(await answer.json()).toHaveProperty("error");
  }
  expect((await receiver.rows()).map(({ method, status }) => `${method} ${status}`)).toEqual([
    "GET 405",
    "PUT 405",
    "DELETE 405",
    "OPTIONS 405",
  ]);
});

test("the page at / lists the routes and is not logged, nor is anything else outside /webhooks/", async () => {
  const receiver = await openReceiver({ routes: ["inbox", "train model"], secret });
  const page = await fetch(receiver.url);
  expect(page.status).toBe(200);
  const text = await page.text();
  expect(text).toContain(`${receiver.url}/webhooks/inbox`);
  expect(text).toContain(`${receiver.url}/webhooks/train%20model`);
  expect(text).not.toContain(secret);
  expect((await fetch(receiver.url, { method: "HEAD" })).status).toBe(200);
  const wrong = await fetch(receiver.url, { method: "POST", body: "{}" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  expect((await fetch(`${receiver.url}/favicon.ico`)).status).toBe(404);
  expect((await fetch(`${receiver.url}/webhooksinbox`, { method: "POST", body: "{}" })).status).toBe(404);
  expect(await receiver.rows()).toEqual([]);
});

test("a body over the limit is 413 by its announced length, before it arrives", async () => {
  const receiver = await openReceiver({ maxBodyBytes: 1_000 });
  const connection = await rawConnection(receiver.port);
  connection.send("POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1001\r\n\r\n");
  const answer = await connection.answer();
  expect(answer.status).toBe(413);
  expect(JSON.parse(answer.body)).toEqual({ error: "The body is larger than 1,000 bytes." });
  expect(await receiver.rows()).toMatchObject([
    { outcome: "rejected", status: 413, bytes: 1_001, sha256: null },
  ]);
});

test("a chunked body over the limit is 413 when it exceeds it, and the connection is closed", async () => {
  const receiver = await openReceiver({ maxBodyBytes: 1_000 });
  const connection = await rawConnection(receiver.port);
  connection.send("POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n");
  connection.send(`3e8\r\n${"x".repeat(1_000)}\r\n`);
  connection.send("1\r\ny\r\n");
  const answer = await connection.answer();
  expect(answer.status).toBe(413);
  expect(answer.headers["connection"]).toBe("close");
  connection.send("0\r\n\r\n");
  expect(await connection.closed()).toBe("");
  expect(await receiver.rows()).toMatchObject([{ outcome: "rejected", status: 413, bytes: 1_001 }]);
});

test("a sender that writes a large body without reading gets the 413 and not a reset", async () => {
  const receiver = await openReceiver({ maxBodyBytes: 1_000 });
  const connection = await rawConnection(receiver.port);
  const bytes = 8 * 1024 * 1024;
  connection.send(`POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${bytes}\r\n\r\n`);
  connection.send(Buffer.alloc(bytes, "x"));
  const answer = await connection.answer();
  expect([answer.status, answer.headers["connection"]]).toEqual([413, "close"]);
  expect(await connection.closed()).toBe("");
});

test("a body of exactly the limit is accepted", async () => {
  const body = `"${"x".repeat(998)}"`;
  const receiver = await openReceiver({ maxBodyBytes: 1_000 });
  expect((await post(`${receiver.url}/webhooks/inbox`, body)).status).toBe(200);
});

test("invalid JSON is 400 and logged with the first 4 kB of its body", async () => {
  const receiver = await openReceiver();
  const body = `{"a": ${"9".repeat(5_000)},}`;
  const answer = await post(`${receiver.url}/webhooks/inbox`, body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toEqual({ error: "The body is not JSON in UTF-8." });
  const [row] = await receiver.rows();
  expect(row).toMatchObject({ outcome: "rejected", status: 400, bytes: body.length, schemaValid: false });
  expect(Buffer.from(row!.body).toString()).toBe(body.slice(0, 4_096));
  expect(row!.sha256).toMatch(/^[0-9a-f]{64}$/);
});

const bodyOf = "HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n";

test.each([
  ["POST /webhooks/nowhere?token=abc HTTP/1.1\r\nHost: localhost\r\n\r\n", 404, "no route /webhooks/nowhere"],
  ["GET /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, "the method is GET, not POST"],
  ["POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n\r\n", 401, "no secret"],
  ["POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nX-Webhook-Secret: no\r\n\r\n", 403, "wrong secret"],
  ["POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nHost: i\r\n\r\n", 400, "more than one Host header"],
  [`POST /webhooks/open ${bodyOf}Expect: 200-ok\r\n\r\n`, 417, "unsupported Expect 200-ok"],
  [`POST /webhooks/open ${bodyOf}Content-Encoding: gzip\r\n\r\n{}`, 415, "unsupported Content-Encoding gzip"],
  [
    "POST /webhooks/open HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
    501,
    "unsupported Transfer-Encoding gzip, chunked",
  ],
  [
    "POST /webhooks/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n\r\n",
    413,
    "the body exceeds the limit of 20.5 kB by 30 MB",
  ],
  [
    "POST /webhooks/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20481\r\n\r\n",
    413,
    "the body exceeds the limit of 20.5 kB by 1 byte",
  ],
  [
    `POST /webhooks/open HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n5001\r\n${"x".repeat(0x5001)}\r\n`,
    413,
    "the body exceeds the limit of 20.5 kB",
  ],
  [
    'POST /webhooks/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n{"a": {"b": ',
    400,
    "bad JSON: unexpected end inside an object at 1:13",
  ],
  ["POST /webhooks/open HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, "bad JSON: the body is empty"],
  [
    'POST /webhooks/open HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\n"\u00e9"',
    400,
    "bad JSON: not UTF-8",
  ],
])(
  "the row of %j has the status %i, the reason %j and the response its sender got",
  async (request, status, reason) => {
    const receiver = await openReceiver({
      routes: ["inbox", { name: "open", action: null, secrets: [] }],
      secret,
      maxBodyBytes: 20_480,
    });
    const connection = await rawConnection(receiver.port);
    connection.send(Buffer.from(request, "latin1"));
    const answer = await connection.answer();
    expect(answer.status).toBe(status);
    const [row] = await receiver.rows();
    expect(row).toMatchObject({
      outcome: "rejected",
      status,
      reason,
      schemaValid: status === 400 && reason.startsWith("bad JSON") ? false : null,
      response: { by: "receiver", status, contentType: "application/json", truncated: false },
    });
    expect(Buffer.from(row!.response!.body).toString()).toBe(answer.body);
  },
);

test("a plain accept keeps its response, without a reason", async () => {
  const receiver = await openReceiver();
  await post(`${receiver.url}/webhooks/inbox`, payload);
  const [row] = await receiver.rows();
  expect(row).toMatchObject({ reason: null, response: { by: "receiver", status: 200, truncated: false } });
  expect(Buffer.from(row!.response!.body).toString()).toBe('{"ok":true}');
});

test("a reason that quotes the secret has it redacted", async () => {
  const receiver = await openReceiver({ secret });
  const headers = { "X-Webhook-Secret": secret };
  await post(`${receiver.url}/webhooks/inbox`, `[${secret}]`, headers);
  await post(`${receiver.url}/webhooks/${secret}`, "{}", headers);
  expect((await receiver.rows()).map(({ reason }) => reason)).toEqual([
    'bad JSON: "[redacted]" instead of a value at 1:2',
    "no route /webhooks/[redacted]",
  ]);
});
