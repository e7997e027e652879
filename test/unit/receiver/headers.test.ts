import { expect, test } from "vitest";
import type { Header } from "../../../src/model/delivery.ts";
import { type DeliveryHeaders, loggedTarget, readHeaders } from "../../../src/receiver/headers.ts";
import { redacted } from "../../../src/text/redact.ts";

const known = ["s3cret-of-the-hook"];

/** Reads headers as those of a POST. */
function headersOf(...headers: readonly Header[]): DeliveryHeaders {
  return readHeaders({ rawHeaders: headers.flat(), httpVersion: "1.1" }, known);
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
  expect(readHeaders({ rawHeaders: [], httpVersion: "1.0" }, [])).toEqual({
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
  ["an empty coding", [host, ["Content-Encoding", ""]], null],
  ["a character set as coding", [host, ["Content-Encoding", "utf-8"]], null],
  ["a character set beside a coding", [host, ["Content-Encoding", "UTF-8, identity"]], null],
  ["a character set beside a compression", [host, ["Content-Encoding", "utf-8, gzip"]], "content-coding"],
  [
    "a compression after a line without",
    [host, ["Content-Encoding", ""], ["Content-Encoding", "br"]],
    "content-coding",
  ],
  ["chunks of something compressed", [host, ["Transfer-Encoding", "gzip, chunked"]], "transfer-coding"],
  ["chunks", [host, ["Transfer-Encoding", "Chunked"]], null],
] as const)("the fault of %s", (_, headers, fault) => {
  expect(headersOf(...headers).fault).toBe(fault);
});

test.each([
  ["/webhooks/a?token=s3cret", "/webhooks/a?token=[redacted]"],
  ["/webhooks/a?x=1&Secret=a%20b&key=k#f", "/webhooks/a?x=1&Secret=[redacted]&key=[redacted]#f"],
  ["/webhooks/a?api_key=1&access-token=2", "/webhooks/a?api_key=[redacted]&access-token=[redacted]"],
  ["/webhooks/token=1?monkey=2&author=3", "/webhooks/token=1?monkey=2&author=3"],
  [
    "/webhooks/a?webhook_secret=1&s%65cret=2&x;SIG=3;4",
    "/webhooks/a?webhook_secret=[redacted]&s%65cret=[redacted]&x;SIG=[redacted]",
  ],
  ["/webhooks/a?hook=s3cret-of-the-hook", "/webhooks/a?hook=[redacted]"],
  ["/webhooks/s3cret%2dof%2Dthe-ho%6Fk/x", "/webhooks/[redacted]/x"],
])("the target %s is logged as %s", (target, logged) => {
  expect(loggedTarget(target, known)).toBe(logged);
});

test.each(
  [
    ["X-Gitlab-Token", "x-api-key", "X-Auth-Token", "X-Access-Token", "Authorization", "Proxy-Authorization"],
    ["X-Amz-Security-Token", "X-Goog-Channel-Token", "Private-Token", "X-Vault-Token", "Api-Key", "apikey"],
    [
      "X-Access-Key",
      "X-Password",
      "X-CSRF-Token",
      "X-XSRFToken",
      "Ocp-Apim-Subscription-Key",
      "X-Functions-Key",
    ],
    [
      "Cookie",
      "Cookie2",
      "X-Session-Id",
      "X-Auth-Request-Email",
      "Sec-Session",
      "X-Client-Secret",
      "X-JWT-Assertion",
    ],
  ].flat(),
)("the header %s is logged redacted", (name) => {
  expect(headersOf([name, "s3cret"]).logged).toEqual([[name, redacted]]);
});

test.each(
  [
    ["X-Hub-Signature-256", "Webhook-Signature", "webhook-id", "Idempotency-Key", "Sec-WebSocket-Key"],
    ["X-Author", "X-Monkey", "Keep-Alive", "X-Keyword", "Surrogate-Key", "X-Authority"],
  ].flat(),
)("the header %s is logged as it came", (name) => {
  expect(headersOf([name, "sha256=00"]).logged).toEqual([[name, "sha256=00"]]);
});

test.each([
  ["Referer", "https://a.test/?api_key=1&b=2", "https://a.test/?api_key=[redacted]&b=2"],
  ["X-Hook", "Bearer s3cret-of-the-hook", "Bearer [redacted]"],
  ["X-Rewrite-URL", "/a?b=s3cret%2Dof-the-hook", "/a?b=[redacted]"],
])("the header %s: %s is logged without its secrets", (name, value, logged) => {
  expect(headersOf([name, value]).logged).toEqual([[name, logged]]);
});
