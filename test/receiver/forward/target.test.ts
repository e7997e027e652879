import { hostname, networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import {
  ForwardTargetError,
  parseForwardTarget,
  refuseOwnAddress,
} from "../../../src/receiver/forward/target.ts";

test.each([
  ["3000", "http://127.0.0.1:3000/"],
  [":3000", "http://127.0.0.1:3000/"],
  ["3000/hook?a=1", "http://127.0.0.1:3000/hook?a=1"],
  [" localhost:3000/x ", "http://localhost:3000/x"],
  ["localhost", "http://localhost/"],
  ["localhost/hook", "http://localhost/hook"],
  ["[::1]:3000", "http://[::1]:3000/"],
  ["dev.example.org:8080/a/b", "http://dev.example.org:8080/a/b"],
  ["HTTP://LOCALHOST:80/Hook", "http://localhost/Hook"],
  ["https://example.org", "https://example.org/"],
  ["https://example.org/hook?x=%2F#part", "https://example.org/hook?x=%2F"],
])("%s means %s", (text, target) => {
  expect(parseForwardTarget(text)).toBe(target);
});

test.each([
  ["", "is not a forward target"],
  ["99999", "is not a forward target"],
  ["example.org/hook", "is not a forward target"],
  ["hook", "is not a forward target"],
  ["/hook", "is not a forward target"],
  ["http://", "is not a forward target"],
  ["http:localhost:3000", "is not a forward target"],
  ["http://local host:3000", "is not a forward target"],
  ["localhost:3000/a\nb", "is not a forward target"],
  ["ftp://localhost/x", "ftp is neither http nor https"],
  ["file:///etc/passwd", "is not a forward target"],
])("%j is refused", (text, why) => {
  expect(() => parseForwardTarget(text)).toThrow(ForwardTargetError);
  expect(() => parseForwardTarget(text)).toThrow(why);
});

test.each([
  "http://me:pa55@localhost:3000/",
  "me:pa55@localhost:3000/",
  "ftp://me:pa55@localhost/",
  "http://:pa55@ x/",
])("%s is refused without a word of its password", (text) => {
  expect(() => parseForwardTarget(text)).toThrow(ForwardTargetError);
  expect(() => parseForwardTarget(text)).not.toThrow("pa55");
});

test.each([
  ["http://127.0.0.1:7860/webhooks/inbox", ["http://127.0.0.1:7860"]],
  ["http://localhost:7860/", ["http://127.0.0.1:7860"]],
  ["http://[::1]:7860/", ["http://127.0.0.1:7860"]],
  ["http://0.0.0.0:7860/", ["http://127.0.0.1:7860"]],
  ["http://localhost:7860/", ["http://0.0.0.0:7860"]],
  ["http://[::ffff:127.0.0.1]:7860/", ["http://127.0.0.1:7860"]],
  ["http://[0:0:0:0:0:ffff:7f00:0001]:7860/", ["http://127.0.0.1:7860"]],
  ["http://[::ffff:127.8.9.1]:7860/", ["http://localhost:7860"]],
  ["http://[::ffff:0.0.0.0]:7860/", ["http://127.0.0.1:7860"]],
  ["http://[::]:7860/", ["http://[::1]:7860"]],
  ["http://2130706433:7860/", ["http://127.0.0.1:7860"]],
  ["http://0x7f.1:7860/", ["http://[::1]:7860"]],
  ["http://localhost.:7860/", ["http://127.0.0.1:7860"]],
  ["http://[::ffff:10.1.2.3]:7860/", ["http://10.1.2.3:7860"]],
  [`http://${hostname()}:7860/`, ["http://0.0.0.0:7860"]],
  ["https://abc.example.app./", ["https://abc.example.app"]],
  ["https://abc.example.app/webhooks/inbox", ["http://127.0.0.1:7860", "https://abc.example.app"]],
])("%s is the receiver itself where that is at %j", (target, own) => {
  expect(() => refuseOwnAddress(target, own)).toThrow(ForwardTargetError);
});

test("who listens on all addresses is itself on each address of the machine", () => {
  const addresses = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  expect(addresses.length).toBeGreaterThan(0);
  for (const { address, family } of addresses) {
    const host = family === "IPv6" ? `[${address}]` : address;
    expect(() => refuseOwnAddress(`http://${host}:7860/`, ["http://[::]:7860"])).toThrow(ForwardTargetError);
  }
});

test.each([
  ["http://127.0.0.1:3000/", ["http://127.0.0.1:7860"]],
  ["https://127.0.0.1:7860/", ["http://127.0.0.1:7860"]],
  ["http://10.1.2.3:7860/", ["http://127.0.0.1:7860"]],
  ["http://192.0.2.1:7860/", ["http://0.0.0.0:7860"]],
  ["http://[::ffff:10.1.2.3]:7860/", ["http://127.0.0.1:7860"]],
  ["http://[::ffff:192.0.2.1]:7860/", ["http://[::]:7860"]],
  ["http://localhost:7860/", ["http://10.1.2.3:7860"]],
  ["https://other.example.app/", ["http://127.0.0.1:7860", "https://abc.example.app"]],
])("%s is another server than %j", (target, own) => {
  expect(() => refuseOwnAddress(target, own)).not.toThrow();
});
