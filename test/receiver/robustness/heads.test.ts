import { expect, onTestFinished, test } from "vitest";
import { fateOf, goodRequest, requestHead } from "../../support/hostile-request.ts";
import { openReceiver } from "../../support/open-receiver.ts";
import { rawConnection, rawRequest } from "../../support/raw-http.ts";

const end = "Content-Length: 2\r\n\r\n{}";

function target(text: string): string {
  return `POST ${text} HTTP/1.1\r\nHost: localhost\r\n${end}`;
}

test.each([
  ["a header that goes on in the next line", `${requestHead}X-A: 1\r\n 2\r\n${end}`],
  ["a length in the next line", `${requestHead}Content-Length:\r\n 2\r\n\r\n{}`],
  ["a first header that begins with a blank", `POST /webhooks/inbox HTTP/1.1\r\n Host: localhost\r\n${end}`],
  ["NUL in a value", `${requestHead}X-A: a\0b\r\n${end}`],
  ["NUL in a name", `${requestHead}X\0A: a\r\n${end}`],
  ["NUL in the target", target("/webhooks/in\0box")],
  ["another control character in a value", `${requestHead}X-A: a\u0001b\r\n${end}`],
  ["a bare carriage return in a value", `${requestHead}X-A: a\rb\r\n${end}`],
  ["bare line feeds", `${requestHead}${end}`.replaceAll("\r", "")],
  ["a header without a name", `${requestHead}: v\r\n${end}`],
  ["a header without a colon", `${requestHead}garbage\r\n${end}`],
  ["a target that does not begin with a slash", target("webhooks/inbox")],
  ["a target of raw UTF-8", target("/webhooks/\u00e9")],
  ["a method in small letters", `post /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n${end}`],
  ["a method of another protocol", "BREW /webhooks/inbox HTTP/1.1\r\nHost: localhost\r\n\r\n"],
  ["a version that does not exist", `POST /webhooks/inbox HTTP/1.2\r\nHost: localhost\r\n${end}`],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["the start of TLS", Buffer.from("1603010200010001fc0303", "hex")],
  ["zeros", new Uint8Array(1_000)],
])("%s: 400, the connection closed, and nothing in the log", async (_, bytes) => {
  expect(await fateOf(bytes)).toMatchObject({ answer: { status: 400 }, closed: true, rows: 0 });
});

test.each([
  ["bytes above ASCII in a value", Buffer.from(`${requestHead}X-A: \xff\xfe\r\n${end}`, "latin1"), 200],
  ["two hosts", `${requestHead}Host: g\r\n${end}`, 400],
  ["an empty host", `POST /webhooks/inbox HTTP/1.1\r\nHost:\r\n${end}`, 200],
  ["an absolute target of another host", target("http://elsewhere.example/webhooks/inbox"), 200],
  ["an absolute target with dots", target("http://h/x/../webhooks/inbox"), 200],
  ["an encoded slash after the prefix", target("/webhooks/a%2F..%2Finbox"), 404],
  ["an encoded NUL", target("/webhooks/inbox%00"), 404],
  ["a name every object has", target("/webhooks/__proto__"), 404],
  ["a fragment", target("/webhooks/inbox#x"), 200],
  ["a target of 15,000 bytes", target(`/webhooks/inbox?${"x".repeat(15_000)}`), 200],
  ["headers of 15,000 bytes", `${requestHead}X-A: ${"x".repeat(15_000)}\r\n${end}`, 200],
])("%s: a response, a row, and the connection stays open", async (_, bytes, status) => {
  expect(await fateOf(bytes)).toMatchObject({ answer: { status }, closed: false, rows: 1 });
});

test.each([
  ["an absolute target that is none", target("http://[::bad/webhooks/inbox")],
  ["an encoded slash in the prefix", target("/webhooks%2Finbox")],
  ["a doubled slash", target("//webhooks/inbox")],
  ["a backslash", target("/webhooks\\inbox")],
])("%s is an unknown path: 404, not logged", async (_, bytes) => {
  expect(await fateOf(bytes)).toMatchObject({ answer: { status: 404 }, closed: false, rows: 0 });
});

test.each([
  ["headers by number", `${requestHead}${"a:1\r\n".repeat(5_000)}${end}`],
  ["a header of 17,000 bytes", `${requestHead}X-A: ${"x".repeat(17_000)}\r\n${end}`],
  ["a header of 5 MB", `${requestHead}X-A: ${"x".repeat(5_000_000)}\r\n${end}`],
  ["a name of 5 MB", `${requestHead}${"x".repeat(5_000_000)}: 1\r\n${end}`],
  ["a target of 5 MB", target(`/webhooks/inbox?${"x".repeat(5_000_000)}`)],
  [
    "trailers of 40 kB",
    `${requestHead}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n${"X-T: 1\r\n".repeat(5_000)}\r\n`,
  ],
])("a flood, %s: a complete 431, the connection closed, nothing logged", async (_, bytes) => {
  expect(await fateOf(bytes)).toMatchObject({ answer: { status: 431 }, closed: true, rows: 0 });
});

test("a sender that continues its flood after the response is cut off", async () => {
  const receiver = await openReceiver();
  const connection = await rawConnection(receiver.port);
  connection.send(requestHead);
  const line = `X-A: ${"x".repeat(60_000)}\r\n`;
  const flood = setInterval(() => connection.send(line), 1);
  onTestFinished(() => clearInterval(flood));
  expect((await connection.answer()).status).toBe(431);
  expect(await connection.closed()).toBe("");
  expect((await rawRequest(receiver.port, goodRequest)).status).toBe(200);
});
