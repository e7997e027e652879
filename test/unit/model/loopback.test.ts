import { expect, it } from "vitest";
import { isLoopback } from "../../../src/model/url.ts";

const loopback = [
  "localhost",
  "LocalHost",
  "localhost.",
  "127.0.0.1",
  "127.1.2.3",
  "::1",
  "[::1]",
  "::ffff:127.0.0.1",
  "[::ffff:7f00:1]",
];

it.each(loopback)("%s is loopback", (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  "",
  "0.0.0.0",
  "::",
  "localhost.example.org",
  "127.0.0.1.example.org",
  "10.0.0.1",
  "::11",
  "::ffff:10.0.0.1",
  "::ffff:a00:1",
])("%j is not loopback", (host) => {
  expect(isLoopback(host)).toBe(false);
});
