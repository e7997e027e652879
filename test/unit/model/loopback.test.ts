import { expect, it } from "vitest";
import { isLoopback } from "../../../src/model/url.ts";

it.each(["localhost", "LocalHost", "127.0.0.1", "127.1.2.3", "::1", "[::1]"])("%s is loopback", (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each(["", "0.0.0.0", "::", "localhost.example.org", "127.0.0.1.example.org", "10.0.0.1", "::11"])(
  "%j is not loopback",
  (host) => {
    expect(isLoopback(host)).toBe(false);
  },
);
