import { connect } from "node:net";
import { expect, test } from "vitest";
import { connectionReason } from "../../../src/text/connection-reason.ts";

test("formats a system error in words", async () => {
  const refused = await new Promise<Error>((resolve) => {
    connect({ host: "127.0.0.1", port: 1 }).once("error", resolve);
  });
  expect(connectionReason(refused)).toBe("connection refused");
  expect(connectionReason(Object.assign(new Error("x"), { code: "EPIPE" }))).toBe("the connection was lost");
});

test("returns null for unknown errors", () => {
  expect(connectionReason(new Error("ECONNREFUSED"))).toBe(null);
  expect(connectionReason(Object.assign(new Error("x"), { code: "EWHATEVER" }))).toBe(null);
  expect(connectionReason({ code: "ECONNREFUSED" })).toBe(null);
});
