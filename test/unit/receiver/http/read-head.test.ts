import { METHODS } from "node:http";
import { expect, test } from "vitest";
import { mayBecomeHead, readHead, type RequestHead } from "../../../../src/receiver/http/read-head.ts";

/** The head of a POST with such header lines. */
function post(...lines: readonly string[]): RequestHead | null {
  return readHead(["POST / HTTP/1.1", ...lines].join("\r\n"));
}

test("a head is read with its headers in their order, with their case and their duplicates", () => {
  expect(readHead("PUT /a?b HTTP/1.1\r\nX-B: 1\r\nx-a:2\r\nX-B:\t3 4\t \r\nX-C:\r\nX-D: a:b")).toEqual({
    method: "PUT",
    target: "/a?b",
    minorVersion: 1,
    headers: [
      ["X-B", "1"],
      ["x-a", "2"],
      ["X-B", "3 4"],
      ["X-C", ""],
      ["X-D", "a:b"],
    ],
    contentLength: 0,
    isCoded: false,
    expectation: "nothing",
    keepAlive: true,
  });
});

test("a character of a value is a byte, above ASCII too; only blanks and tabs around it are left out", () => {
  expect(post("X-A: \u0080caf\u00e9\u00a0 \u00ff")?.headers).toEqual([
    ["X-A", "\u0080caf\u00e9\u00a0 \u00ff"],
  ]);
});

test("every method Node knows is one, and nothing else", () => {
  expect(METHODS.filter((method) => readHead(`${method} / HTTP/1.1`)?.method !== method)).toEqual([]);
  for (const none of ["", "post", "Post", "BREW", "PRI", "GET,", "G\u00cbT", "POSTPOST"])
    expect(readHead(`${none} / HTTP/1.1`)).toBeNull();
});

test.each([
  "/",
  "//",
  '/"<>{}|^`\\',
  "/a#b",
  "*",
  "http://h",
  "http://u:p@h:80?x",
  "https://[::1]/@",
  "ftp:///",
])("the target %s is taken as it is", (target) => {
  expect(readHead(`GET ${target} HTTP/1.1`)?.target).toBe(target);
});

test.each([
  "",
  "a",
  "?",
  "#",
  "*a",
  "h:80",
  "1http://h/",
  "h0://h/",
  "http:/h",
  "http://a@b@c/",
  "http://a\\b/",
  "/\u00e9",
  "/\u007f",
  "/ ",
])("the target %j is none", (target) => {
  expect(readHead(`GET ${target} HTTP/1.1`)).toBeNull();
});

test("the target of CONNECT is a host", () => {
  expect(readHead("CONNECT h:80 HTTP/1.1")).toMatchObject({ method: "CONNECT", target: "h:80" });
});

test.each([
  "GET / HTTP/1.2",
  "GET / HTTP/2.0",
  "GET / HTTP/0.9",
  "GET / HTTP/1.10",
  "GET / http/1.1",
  "GET / HTTP/1.1 ",
  "GET  / HTTP/1.1",
  "GET /  HTTP/1.1",
  "GET\t/ HTTP/1.1",
  " GET / HTTP/1.1",
  "GET /",
  "GET",
  "",
])("%j is no request line", (line) => {
  expect(readHead(line)).toBeNull();
});

test.each([
  "X-A",
  ": 1",
  "X-A : 1",
  "X A: 1",
  " X-A: 1",
  "\tX-A: 1",
  "X-\u00c4: 1",
  "X(A): 1",
  "X-A: \0",
  "X-A: \u0008",
  "X-A: \u007f",
  "X-A: 1\r",
  "X-A: 1\rX-B: 1",
  "X-A: 1\nX-B: 1",
  "X-A: 1\n",
  "X-A: 1\r\n 2",
  "X-A: 1\r\n\t2",
])("%j is no header", (line) => {
  expect(post(line)).toBeNull();
  expect(post("X-0: 0", line, "X-9: 9")).toBeNull();
});

test.each([
  ["0", 0],
  ["7", 7],
  ["007", 7],
  [" 7\t", 7],
  ["999999999999999", 999_999_999_999_999],
])("Content-Length %j is %i", (value, contentLength) => {
  expect(post(`content-LENGTH:${value}`)).toMatchObject({ contentLength, isCoded: false });
});

test.each(["", "-1", "+1", "1.0", "1e3", "0x1", "1 2", "1,1", "1;", "\u00b2", "1000000000000000"])(
  "Content-Length %j is none",
  (value) => {
    expect(post(`Content-Length: ${value}`)).toBeNull();
  },
);

test("two lengths are too many, also when they agree", () => {
  expect(post("Content-Length: 2", "Content-Length: 2")).toBeNull();
});

test.each([
  [["chunked"], false],
  [["Chunked"], false],
  [["\tchunked "], false],
  [["gzip, chunked"], true],
  [["gzip , chunked"], true],
  [["gzip", "chunked"], true],
])("Transfer-Encoding %j: a body in chunks, in another coding too: %s", (values, isCoded) => {
  const lines = values.map((value) => `Transfer-Encoding: ${value}`);
  expect(post(...lines)).toMatchObject({ contentLength: null, isCoded });
});

test.each([
  [[""]],
  [["identity"]],
  [["gzip"]],
  [["chunked, gzip"]],
  [["chunked, chunked"]],
  [["chunked", "chunked"]],
  [["chunked", "identity"]],
  [["", "chunked"]],
  [["chunked,"]],
  [["chunked;q=1"]],
  [["chunked chunked"]],
  [["gzip chunked"]],
  [['"chunked"']],
  [["xchunked"]],
  [["\u00a0chunked"]],
  [["chunked\u00a0"]],
  [["chunked\t"]],
  [["x\tchunked"]],
  [["gzip,\tchunked"]],
])("Transfer-Encoding %j is read differently by others, and so by nobody", (values) => {
  expect(post(...values.map((value) => `Transfer-Encoding: ${value}`))).toBeNull();
});

test("chunks go neither with a length nor with HTTP/1.0", () => {
  expect(post("Content-Length: 2", "Transfer-Encoding: chunked")).toBeNull();
  expect(post("Transfer-Encoding: chunked", "Content-Length: 0")).toBeNull();
  expect(readHead("POST / HTTP/1.0\r\nTransfer-Encoding: chunked")).toBeNull();
});

test.each([
  [1, [], true],
  [1, ["close"], false],
  [1, ["CLOSE"], false],
  [1, ["keep-alive, close"], false],
  [1, ["x", " close\t,y"], false],
  [1, ["closed"], true],
  [1, ["not close"], true],
  [1, ["close\u00a0"], true],
  [0, [], false],
  [0, ["x"], false],
  [0, ["Keep-Alive"], true],
  [0, ["x", "keep-alive"], true],
  [0, ["keep-alive", "close"], false],
] as const)(
  "HTTP/1.%i with Connection %j: the sender goes on with the connection: %s",
  (minor, values, keepAlive) => {
    const lines = values.map((value) => `\r\nConnection: ${value}`).join("");
    expect(readHead(`GET / HTTP/1.${minor}${lines}`)).toMatchObject({ keepAlive, minorVersion: minor });
  },
);

test.each([
  [1, ["100-continue"], "continue"],
  [1, ["100-Continue"], "continue"],
  [1, ["100-continue", "100-continue"], "continue"],
  [1, ["a miracle"], "unknown"],
  [1, [""], "unknown"],
  [1, ["a miracle", "100-continue"], "unknown"],
  [1, ["100-continue", "a miracle"], "unknown"],
  [0, ["100-continue"], "nothing"],
  [0, ["a miracle"], "nothing"],
] as const)("HTTP/1.%i with Expect %j: %s", (minor, values, expectation) => {
  const lines = values.map((value) => `\r\nExpect: ${value}`).join("");
  expect(readHead(`POST / HTTP/1.${minor}${lines}`)).toMatchObject({ expectation });
});

test("a list with thousands of blanks or commas in it is read as any other", () => {
  for (const value of [" ".repeat(16_000), ",".repeat(16_000), "\t ,".repeat(5_000)]) {
    expect(post(`Connection: close${value}x`)).not.toBeNull();
    expect(post(`Transfer-Encoding: a${value}x`)).toBeNull();
  }
});

const head = "POST /webhooks/inbox HTTP/1.1\r\nHost: h\r\nX-A: caf\u00e9\r\nX-B: 1\r\n\r\n";

test("every beginning of a head may become one, however much of it was seen before", () => {
  const bytes = Buffer.from(head, "latin1");
  for (let end = 1; end < bytes.length; end += 1)
    for (let seen = 0; seen < end; seen += 1)
      expect(mayBecomeHead(bytes.subarray(0, end), seen), `${seen} of ${end}`).toBe(true);
});

test.each([
  "post",
  "\u0016\u0003\u0001",
  "{}",
  "P0ST /",
  "POST /\0",
  "POST / HTTP/1.1\n",
  "POST / HTTP/1.1\rX",
  "GET /\u007f",
  "POST /a\r\r",
])("what begins with %j may not become a head, wherever that was cut", (text) => {
  const bytes = Buffer.from(text, "latin1");
  expect(mayBecomeHead(bytes, 0)).toBe(false);
  const fit = Array.from(bytes, (_, index) => index + 1).findLast((end) =>
    mayBecomeHead(bytes.subarray(0, end), 0),
  );
  for (let seen = 0; seen <= (fit ?? 0); seen += 1) expect(mayBecomeHead(bytes, seen)).toBe(false);
});
