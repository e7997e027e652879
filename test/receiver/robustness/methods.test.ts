import { expect, test } from "vitest";
import { fateOf, goodRequest, requestHead } from "../../support/hostile-request.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { rawConnection } from "../../support/raw-http.ts";

test.each(["GET", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND", "QUERY"])(
  "%s on a route: 405 with what is allowed, logged, and nothing of the request comes back",
  async (method) => {
    const secret = "X-Echo: tell-nobody";
    const bytes = `${method} /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n${secret}\r\nContent-Length: 2\r\n\r\n{}`;
    const { answer, closed, rows } = await fateOf(bytes);
    expect(answer).toMatchObject({ status: 405, headers: { allow: "POST" } });
    expect(JSON.stringify(answer)).not.toContain("tell-nobody");
    expect({ closed, rows }).toEqual({ closed: false, rows: 1 });
  },
);

test.each([
  ["chunked", "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"],
  ["kept back", "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n"],
])("HEAD with a body (%s): the head of the response, and the connection closed", async (_, rest) => {
  const receiver = await openReceiver();
  for (const [path, status] of [
    ["/", "200 OK"],
    ["/webhooks/inbox", "405 Method Not Allowed"],
  ]) {
    const connection = await rawConnection(receiver.port);
    connection.send(`HEAD ${path} HTTP/1.1\r\nHost: localhost\r\n${rest}`);
    expect(await connection.closed()).toMatch(new RegExp(`^HTTP/1\\.1 ${status}\r\n.*\r\n\r\n$`, "s"));
  }
});

test("OPTIONS for the server as a whole: 404, not logged", async () => {
  const fate = await fateOf("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(fate).toMatchObject({ answer: { status: 404 }, closed: false, rows: 0 });
});

test.each(["elsewhere.example:443", "/webhooks/inbox"])(
  "CONNECT %s: 405 and the connection closed",
  async (target) => {
    const fate = await fateOf(`CONNECT ${target} HTTP/1.1\r\nHost: localhost\r\n\r\nwhat would go through`);
    expect(fate).toMatchObject({ answer: { status: 405 }, closed: true, rows: 0 });
  },
);

test("CONNECT after a delivery gets its 405 after that response, and the connection is closed", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(`${goodRequest}CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  const answers = [await connection.answer(), await connection.answer()];
  expect(answers.map(({ status, headers }) => [status, headers["connection"]])).toEqual([
    [200, "keep-alive"],
    [405, "close"],
  ]);
  expect(await connection.closed()).toBe("");
});

const webSocket = [
  "GET /webhooks/inbox HTTP/1.1",
  "Host: localhost",
  "Connection: Upgrade",
  "Upgrade: websocket",
  "Sec-WebSocket-Version: 13",
  "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
  "\r\n",
].join("\r\n");

test("an upgrade to WebSocket is ignored: 405 as for any GET, and the connection stays HTTP/1.1", async () => {
  expect(await fateOf(webSocket)).toMatchObject({ answer: { status: 405 }, closed: false, rows: 1 });
});

test("an upgrade to HTTP/2 with a delivery is ignored: the delivery is accepted", async () => {
  const settings =
    "Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n";
  const fate = await fateOf(`${requestHead}${settings}Content-Length: 2\r\n\r\n{}`);
  expect(fate).toMatchObject({ answer: { status: 200 }, closed: false, rows: 1 });
});
