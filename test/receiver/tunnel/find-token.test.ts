import { expect, test } from "vitest";
import { findNgrokToken } from "../../../src/receiver/tunnel/ngrok/provider.ts";

test("NGROK_AUTHTOKEN takes precedence over the configuration", () => {
  expect(findNgrokToken({ NGROK_AUTHTOKEN: " token-1 " }, "token-c")).toEqual({
    token: "token-1",
    source: "NGROK_AUTHTOKEN",
  });
  expect(findNgrokToken({}, "token-c")).toEqual({ token: "token-c", source: "the configuration" });
});

test("blank tokens count as none", () => {
  expect(() => findNgrokToken({ NGROK_AUTHTOKEN: " " }, " ")).toThrow(
    expect.objectContaining({ code: "ngrok-token-missing" }),
  );
});
