import { expect, test } from "vitest";
import type { Attempt, DeliveryDetail } from "../../src/model/delivery.ts";
import type { RouteAction, RouteSpec } from "../../src/receiver/action.ts";
import { handlerAction } from "../../src/receiver/handlers/call-handler.ts";
import type { Handler, WebhookRequest } from "../../src/receiver/handlers/handler.ts";
import { openReceiver, type OpenReceiver } from "../support/open-receiver.ts";
import { rawRequest } from "../support/raw-http.ts";
import { fullPayload } from "../support/sample-payload.ts";

const route = (name: string, handler: Handler): RouteSpec => ({ name, action: handlerAction(name, handler) });

async function receiverWith(handler: Handler): Promise<OpenReceiver> {
  return openReceiver({ routes: [route("inbox", handler)] });
}

function post(receiver: OpenReceiver, body = "{}", headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${receiver.url}/webhooks/inbox`, { method: "POST", body, headers });
}

test.each<[string, unknown, string | null, string]>([
  ["an object", { message: "ok" }, "application/json", '{"message":"ok"}'],
  ["an array", [1, null], "application/json", "[1,null]"],
  ["a number", 0, "application/json", "0"],
  ["false", false, "application/json", "false"],
  ["a string", "grüß", "text/plain; charset=utf-8", "grüß"],
  ["an empty string", "", "text/plain; charset=utf-8", ""],
  ["nothing", undefined, null, ""],
  ["null", null, null, ""],
])("a handler that returns %s responds with 200 and that", async (_, result, type, text) => {
  for (const handler of [() => result, async () => result]) {
    const receiver = await receiverWith(handler);
    const answer = await post(receiver);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(text)));
    expect(await answer.text()).toBe(text);
    const row = await receiver.endedRow(1);
    expect(row).toMatchObject({ outcome: "handled", status: 200, reason: null, attempts: [], console: [] });
    expect(row.response).toEqual({
      by: "handler inbox",
      status: 200,
      contentType: type,
      body: new Uint8Array(Buffer.from(text)),
      truncated: false,
    });
  }
});

test("a Response is sent unchanged, with separate cookies and the same bytes", async () => {
  const receiver = await receiverWith(
    () =>
      new Response(Uint8Array.of(0, 255, 10), {
        status: 201,
        headers: [
          ["Content-Type", "application/octet-stream"],
          ["Set-Cookie", "a=1"],
          ["Set-Cookie", "b=2"],
          ["X-Many", "1"],
          ["X-Many", "2"],
          ["Content-Length", "3"],
        ],
      }),
  );
  const answer = await post(receiver);
  expect(answer.status).toBe(201);
  expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(answer.headers.get("x-many")).toBe("1, 2");
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(Uint8Array.of(0, 255, 10));
  expect(await receiver.endedRow(1)).toMatchObject({
    outcome: "handled",
    status: 201,
    response: { contentType: "application/octet-stream", body: Uint8Array.of(0, 255, 10), truncated: false },
  });
});

test.each([
  [204, "handled"],
  [302, "failed"],
  [404, "failed"],
  [503, "failed"],
])("a Response with the status %i marks the delivery as %s", async (status, outcome) => {
  const receiver = await receiverWith(
    () => new Response(null, { status, headers: { Location: "http://127.0.0.1/" } }),
  );
  const raw = await rawRequest(
    receiver.port,
    "POST /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}",
  );
  expect(raw.status).toBe(status);
  expect(raw.headers["content-length"]).toBe(status === 204 ? undefined : "0");
  const reason = outcome === "failed" ? `handler inbox responded with ${status}` : null;
  expect(await receiver.endedRow(1)).toMatchObject({ outcome, status, reason, attempts: [] });
});

const cycle: { self?: unknown } = {};
cycle.self = cycle;

test.each<[string, Handler, RegExp]>([
  [
    "throws",
    () => {
      throw new TypeError("rows is undefined");
    },
    /^TypeError: rows is undefined \(actions\.test\.ts:\d+\)$/,
  ],
  [
    "rejects",
    async () => {
      throw new RangeError("no\nsuch row");
    },
    /^RangeError: no such row \(actions\.test\.ts:\d+\)$/,
  ],
  [
    "throws a string",
    () => {
      throw "no rows";
    },
    /^no rows$/,
  ],
  [
    "throws what has no text",
    () => {
      throw Object.create(null);
    },
    /^a value that cannot be converted to text was thrown$/,
  ],
  [
    "returns a cycle",
    () => cycle,
    /^the handler's result cannot be JSON: Converting circular structure to JSON$/,
  ],
  [
    "returns a BigInt",
    () => ({ n: 1n }),
    /^the handler's result cannot be JSON: Do not know how to serialize a BigInt$/,
  ],
  ["returns a function", () => () => 1, /^the handler's result cannot be JSON: a function$/],
  [
    "returns a Response that was read",
    async () => {
      const read = new Response("x");
      await read.text();
      return read;
    },
    /^the body of the Response was already read$/,
  ],
  [
    "returns a Response with a control character in a header",
    () => new Response("x", { headers: { "X-A": "a\u0001b" } }),
    /^the header x-a of the Response contains a control character$/,
  ],
])("a handler that %s responds with a bare 500, and its row has the reason", async (_, handler, reason) => {
  const receiver = await receiverWith(handler);
  const answer = await post(receiver, '{"kept":true}');
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: "The handler failed." });
  const row = await receiver.endedRow(1);
  expect(row).toMatchObject({ outcome: "failed", status: 500, attempts: [] });
  expect(Buffer.from(row.body).toString()).toBe('{"kept":true}');
  expect(row.reason).toMatch(/^handler inbox(?: threw)?: /);
  expect(row.reason!.replace(/^handler inbox(?: threw)?: /, "")).toMatch(reason);
  expect(row.response).toMatchObject({ by: "handler inbox", status: 500, contentType: "application/json" });
  expect(Buffer.from(row.response!.body).toString()).toBe('{"error":"The handler failed."}');
});

test("a handler gets the parsed payload, the exact body and the original headers", async () => {
  let seen: { payload: unknown; request: WebhookRequest } | null = null;
  const receiver = await openReceiver({
    secret: "the-secret",
    routes: [route("inbox", (payload, request) => void (seen = { payload, request }))],
  });
  const body = JSON.stringify(fullPayload(), null, 1);
  await rawRequest(
    receiver.port,
    [
      "POST /webhooks/inbox?x=1 HTTP/1.1",
      "Host: localhost",
      "X-A: 1",
      "x-a: 2",
      "X-Webhook-Secret: the-secret",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "",
      body,
    ].join("\r\n"),
  );
  const { payload, request } = seen as unknown as { payload: unknown; request: WebhookRequest };
  expect(payload).toEqual(fullPayload());
  expect(request).toMatchObject({
    method: "POST",
    url: "/webhooks/inbox?x=1",
    route: "inbox",
    schemaValid: true,
    seq: 1,
    replayOf: null,
    remote: "127.0.0.1",
  });
  expect(Buffer.from(request.body).toString()).toBe(body);
  expect(request.text()).toBe(body);
  expect(request.rawHeaders.slice(1, 4)).toEqual([
    ["X-A", "1"],
    ["x-a", "2"],
    ["X-Webhook-Secret", "the-secret"],
  ]);
  expect(request.headers.get("x-a")).toBe("1, 2");
  expect(request.headers).toBe(request.headers);
  expect(request.signal.aborted).toBe(false);
  const row = await receiver.endedRow(1);
  expect(JSON.stringify(row.headers)).not.toContain("the-secret");
});

test("a payload that violates the schema is passed on and marked", async () => {
  const receiver = await receiverWith((payload, { schemaValid }) => ({ payload, schemaValid }));
  for (const body of ['{"a":1}', "[]", "null", "7"]) {
    expect(await (await post(receiver, body)).json()).toEqual({
      payload: JSON.parse(body),
      schemaValid: false,
    });
  }
});

test("a delivery's row is there, pending, when its handler runs", async () => {
  let row: DeliveryDetail | null = null;
  const receiver: OpenReceiver = await receiverWith(async (_, { seq }) => {
    row = await receiver.log.get(seq);
  });
  await post(receiver);
  expect(row).toMatchObject({ seq: 1, outcome: "pending", status: null, durationMs: null });
});

test("refused requests do not reach the handler", async () => {
  let calls = 0;
  const receiver = await openReceiver({ secret: "s", routes: [route("inbox", () => void (calls += 1))] });
  expect((await post(receiver)).status).toBe(401);
  expect((await post(receiver, "{}", { "X-Webhook-Secret": "t" })).status).toBe(403);
  expect((await post(receiver, "no", { "X-Webhook-Secret": "s" })).status).toBe(400);
  expect((await fetch(`${receiver.url}/webhooks/inbox`)).status).toBe(405);
  expect(calls).toBe(0);
});

const handled = { outcome: "handled", status: 200 } as const;
const answered = Promise.resolve({ status: 200, headers: [], body: "" });

test.each<[string, RouteAction]>([
  [
    "throws",
    () => {
      throw new Error("broken");
    },
  ],
  [
    "rejects",
    () => ({ response: Promise.reject(new Error("broken")), end: Promise.reject(new Error("broken")) }),
  ],
])("an action that wrongly %s fails only its delivery", async (_, action) => {
  const receiver = await openReceiver({
    routes: [
      { name: "inbox", action },
      { name: "fine", action: () => ({ response: answered, end: Promise.resolve(handled) }) },
    ],
  });
  const answer = await post(receiver);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: "The delivery could not be handled." });
  const row = await receiver.endedRow(1);
  expect(row).toMatchObject({ outcome: "failed", status: 500 });
  expect(row.reason).toMatch(/^route inbox: Error: broken/);
  expect(row.console[0]).toBe("Error: broken");
  expect(row.response).toMatchObject({ by: "receiver", status: 500 });
  expect((await fetch(`${receiver.url}/webhooks/fine`, { method: "POST", body: "{}" })).status).toBe(200);
});

test("an unsendable response becomes a 500, and the connection stays open", async () => {
  const receiver = await openReceiver({
    routes: [
      {
        name: "inbox",
        action: () => ({
          response: Promise.resolve({ status: 200, headers: ["X-A", "a\r\nb"], body: "" }),
          end: Promise.resolve(handled),
        }),
      },
    ],
  });
  const answer = await post(receiver);
  expect(answer.status).toBe(500);
  expect(await answer.json()).toEqual({ error: "The response could not be sent." });
  expect(await receiver.endedRow(1)).toMatchObject({ response: { by: "receiver", status: 500 } });
});

test("a response may precede the end: the row is pending until then", async () => {
  let finish: (end: { outcome: "failed"; status: number }) => void = () => {};
  const end = new Promise<{ outcome: "failed"; status: number }>((resolve) => (finish = resolve));
  const receiver = await openReceiver({
    routes: [
      {
        name: "inbox",
        action: () => ({ response: Promise.resolve({ status: 202, headers: [], body: "" }), end }),
      },
    ],
  });
  expect((await post(receiver)).status).toBe(202);
  expect(await receiver.log.get(1)).toMatchObject({ outcome: "pending", status: null });
  finish({ outcome: "failed", status: 502 });
  expect(await receiver.endedRow(1)).toMatchObject({ outcome: "failed", status: 502 });
});

test("a secret quoted by a target's response or an error is not logged", async () => {
  const secret = "the-secret-of-this-route";
  const attempt: Attempt = {
    target: "http://127.0.0.1/",
    startedAt: new Date().toISOString(),
    status: 200,
    error: `it said ${secret} and ${secret}`,
    durationMs: 1,
    reply: { headers: [["X-Echo", secret]], body: Buffer.from(`<${secret}>é<${secret}>`) },
  };
  const receiver = await openReceiver({
    routes: [
      {
        name: "inbox",
        secrets: [secret],
        action: (_, context) => ({
          response: answered,
          end: context.attempt(attempt).then(() => handled),
        }),
      },
    ],
  });
  expect((await post(receiver, "{}", { "X-Webhook-Secret": secret })).status).toBe(200);
  const [kept] = (await receiver.endedRow(1)).attempts;
  expect(kept).toMatchObject({
    error: "it said [redacted] and [redacted]",
    reply: { headers: [["X-Echo", "[redacted]"]] },
  });
  expect(Buffer.from(kept!.reply!.body).toString()).toBe("<[redacted]>é<[redacted]>");
});

test("a secret that a handler returns, throws or has in its stack is not logged", async () => {
  const secret = "the-secret-of-this-route";
  const receiver = await openReceiver({
    routes: [
      {
        ...route("inbox", (_, { headers }) => {
          throw new Error(`got ${headers.get("x-webhook-secret")}`);
        }),
        secrets: [secret],
      },
      { ...route("echo", (_, { headers }) => Object.fromEntries(headers)), secrets: [secret] },
    ],
  });
  const headers = { "X-Webhook-Secret": secret };
  await post(receiver, "{}", headers);
  const echo = await fetch(`${receiver.url}/webhooks/echo`, { method: "POST", body: "{}", headers });
  expect(await echo.text()).toContain(secret);
  const failed = await receiver.endedRow(1);
  expect(failed.reason).toMatch(/^handler inbox threw: Error: got \[redacted\] \(actions\.test\.ts:\d+\)$/);
  expect(failed.console).toEqual(["Error: got [redacted]", expect.stringContaining("actions.test.ts")]);
  const { response } = await receiver.endedRow(2);
  expect(JSON.parse(Buffer.from(response!.body).toString())).toMatchObject({
    "x-webhook-secret": "[redacted]",
  });
});

test("the first 20,000 bytes of a response are kept and marked as truncated", async () => {
  const receiver = await openReceiver({
    routes: [
      route("inbox", () => "é".repeat(10_001)),
      route("bytes", () => new Response(new Uint8Array(20_001).fill(7))),
      route("fits", () => "x".repeat(20_000)),
    ],
  });
  for (const [index, name] of ["inbox", "bytes", "fits"].entries()) {
    await (await fetch(`${receiver.url}/webhooks/${name}`, { method: "POST", body: "{}" })).arrayBuffer();
    const { response } = await receiver.endedRow(index + 1);
    expect(response!.body).toHaveLength(20_000);
    expect(response!.truncated).toBe(name !== "fits");
  }
});
