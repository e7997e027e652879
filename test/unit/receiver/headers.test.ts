import { expect, test } from "vitest";
import { headersToSendOn, readHead } from "../../../src/receiver/headers.ts";
import { redacted } from "../../../src/text/redact.ts";

test("one pass finds what the receiver needs and redacts what gives access", () => {
  const head = readHead(
    [
      ["host", "h"],
      ["X-WEBHOOK-Secret", "s"],
      ["Webhook-Id", "msg_1"],
      ["webhook-id", "msg_2"],
      ["Content-Length", "12"],
      ["cookie", "c"],
    ].flat(),
  );
  expect(head).toEqual({
    headers: [
      ["host", "h"],
      ["X-WEBHOOK-Secret", redacted],
      ["Webhook-Id", "msg_1"],
      ["webhook-id", "msg_2"],
      ["Content-Length", "12"],
      ["cookie", redacted],
    ],
    sent: [
      ["host", "h"],
      ["X-WEBHOOK-Secret", "s"],
      ["Webhook-Id", "msg_1"],
      ["webhook-id", "msg_2"],
      ["Content-Length", "12"],
      ["cookie", "c"],
    ],
    secret: "s",
    webhookId: "msg_1",
    contentLength: 12,
    chunked: false,
    fault: null,
  });
});

test("nothing is found where nothing is", () => {
  const head = {
    headers: [],
    sent: [],
    secret: null,
    webhookId: null,
    contentLength: null,
    chunked: false,
    fault: null,
  };
  expect(readHead([])).toEqual(head);
});

test("a secret given twice is one that matches nothing", () => {
  expect(readHead(["x-webhook-secret", "a", "x-webhook-secret", "a"]).secret).toBe("a, a");
});

test("what a Connection header names is of that connection", () => {
  const headers = [
    ["Connection", "close, X-One"],
    ["x-one", "1"],
    ["X-Two", "2"],
    ["connection", "x-two"],
    ["Transfer-Encoding", "chunked"],
    ["X-Three", "3"],
  ] as const;
  expect(headersToSendOn(headers, null)).toEqual(["X-Three", "3"]);
});

test("a redacted secret is put in again where it is known, and left out where not; other credentials are left out", () => {
  const headers = [
    ["X-Webhook-Secret", redacted],
    ["Authorization", redacted],
    ["X-Said", redacted],
  ] as const;
  expect(headersToSendOn(headers, "s")).toEqual(["X-Webhook-Secret", "s"]);
  expect(headersToSendOn(headers, null)).toEqual([]);
});

test.each([
  ["two hosts", ["Host", "a", "host", "a"], "two-hosts"],
  ["two hosts and a coding", ["Content-Encoding", "gzip", "Host", "a", "Host", "b"], "two-hosts"],
  ["a compressed body", ["content-encoding", "gzip"], "content-coding"],
  ["a body that is said to be as it is", ["Content-Encoding", "Identity"], null],
  ["chunks of something compressed", ["Transfer-Encoding", "gzip, chunked"], "transfer-coding"],
  ["chunks", ["Transfer-Encoding", "Chunked"], null],
])("the fault of %s", (_, raw, fault) => {
  expect(readHead(raw).fault).toBe(fault);
});
