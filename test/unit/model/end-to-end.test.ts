import { expect, test } from "vitest";
import { headersToSendOn } from "../../../src/model/end-to-end.ts";
import { redacted } from "../../../src/text/redact.ts";

test("headers named by Connection are hop-by-hop", () => {
  const headers = [
    ["Connection", "close, X-One"],
    ["x-one", "1"],
    ["X-Two", "2"],
    ["connection", "x-two"],
    ["Transfer-Encoding", "chunked"],
    ["X-Three", "3"],
  ] as const;
  expect(headersToSendOn(headers, null)).toEqual([["X-Three", "3"]]);
});

test("a redacted secret is restored if it is known; other credentials are removed", () => {
  const headers = [
    ["X-Webhook-Secret", redacted],
    ["Authorization", redacted],
    ["X-Said", redacted],
  ] as const;
  expect(headersToSendOn(headers, "s")).toEqual([["X-Webhook-Secret", "s"]]);
  expect(headersToSendOn(headers, null)).toEqual([]);
});
