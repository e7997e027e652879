import { expect, test } from "vitest";
import type { Header } from "../../../src/model/delivery.ts";
import { type DeliveryHeaders, loggedTarget, readHeaders } from "../../../src/receiver/headers.ts";
import { redacted } from "../../../src/text/redact.ts";

/** Returns alternating names and values, as in a POST. */
function headersOf(...headers: readonly Header[]): DeliveryHeaders {
  return readHeaders({ rawHeaders: headers.flat(), httpVersion: "1.1" });
}

test("one pass finds the required headers and redacts credentials", () => {
  const headers = headersOf(
    ["host", "h"],
    ["X-WEBHOOK-Secret", "s"],
    ["Webhook-Id", "msg_1"],
    ["webhook-id", "msg_2"],
    ["Content-Length", "12"],
    ["cookie", "c"],
  );
  expect(headers).toEqual({
    logged: [
      ["host", "h"],
      ["X-WEBHOOK-Secret", redacted],
      ["Webhook-Id", "msg_1"],
      ["webhook-id", "msg_2"],
      ["Content-Length", "12"],
      ["cookie", redacted],
    ],
    secret: "s",
    webhookId: "msg_1",
    contentLength: 12,
    page: { host: "h", origin: null, fetchSite: null },
    fault: null,
  });
});

test("missing headers are null", () => {
  expect(readHeaders({ rawHeaders: [], httpVersion: "1.0" })).toEqual({
    logged: [],
    secret: null,
    webhookId: null,
    contentLength: null,
    page: { host: null, origin: null, fetchSite: null },
    fault: null,
  });
});

test("a repeated secret matches nothing", () => {
  expect(headersOf(["x-webhook-secret", "a"], ["x-webhook-secret", "a"]).secret).toBe("a, a");
});

const host = ["Host", "a"] as const;

test.each([
  ["no host", [], "no-host"],
  ["two hosts", [host, ["host", "a"]], "two-hosts"],
  ["two hosts and a coding", [["Content-Encoding", "gzip"], host, ["Host", "b"]], "two-hosts"],
  ["a compressed body", [host, ["content-encoding", "gzip"]], "content-coding"],
  ["a body that is said to be as it is", [host, ["Content-Encoding", "Identity"]], null],
  ["chunks of something compressed", [host, ["Transfer-Encoding", "gzip, chunked"]], "transfer-coding"],
  ["chunks", [host, ["Transfer-Encoding", "Chunked"]], null],
] as const)("the fault of %s", (_, headers, fault) => {
  expect(headersOf(...headers).fault).toBe(fault);
});

test.each([
  ["/webhooks/a?token=s3cret", "/webhooks/a?token=[redacted]"],
  ["/webhooks/a?x=1&Secret=a%20b&key=k#f", "/webhooks/a?x=1&Secret=[redacted]&key=[redacted]#f"],
  ["/webhooks/a?api_key=1&access-token=2", "/webhooks/a?api_key=[redacted]&access-token=[redacted]"],
  ["/webhooks/token=1?monkey=2&token_count=3", "/webhooks/token=1?monkey=2&token_count=3"],
])("the target %s is logged as %s", (target, logged) => {
  expect(loggedTarget(target)).toBe(logged);
});

test.each(["X-Gitlab-Token", "x-api-key", "X-Auth-Token", "X-Access-Token", "Authorization"])(
  "%s is logged redacted, a signature as it came",
  (name) => {
    const { logged } = headersOf([name, "s3cret"], ["X-Hub-Signature-256", "sha256=00"]);
    expect(logged).toEqual([
      [name, redacted],
      ["X-Hub-Signature-256", "sha256=00"],
    ]);
  },
);
