import { expect, test } from "vitest";
import { parseNatsAddress } from "../../../../src/store/nats/address.ts";

test("an address needs only a host", () => {
  expect(parseNatsAddress("nats://localhost")).toEqual({
    isTls: false,
    servers: ["localhost:4222"],
    name: "hooklens",
    user: null,
    password: null,
    credsFile: null,
    caFile: null,
    certFile: null,
    keyFile: null,
    inbox: null,
    shown: "nats://localhost:4222",
  });
});

test("an address has several servers, the name of a log, credentials and files", () => {
  const store =
    "tls://me:p%40ss%3A1@one,two:4333,[::1]/team?creds=me.creds&ca=ca.pem&cert=c.pem&key=k.pem&inbox=_INBOX_me.a";
  expect(parseNatsAddress(store)).toEqual({
    isTls: true,
    servers: ["one:4222", "two:4333", "[::1]:4222"],
    name: "team",
    user: "me",
    password: "p@ss:1",
    credsFile: "me.creds",
    caFile: "ca.pem",
    certFile: "c.pem",
    keyFile: "k.pem",
    inbox: "_INBOX_me.a",
    shown: "tls://one:4222,two:4333,[::1]:4222/team",
  });
});

test("certificates imply TLS", () => {
  expect(parseNatsAddress("nats://one?ca=ca.pem").isTls).toBe(true);
});

test.each([
  "nats:",
  "nats://",
  "nats:///team",
  "nats://one:port",
  "nats://one,,two",
  "nats://me@one",
  "nats://me:%E0@one",
  "nats://one/two/three",
  "nats://one/a.b",
  "nats://one?cert=c.pem",
  "nats://one?password=x",
  "nats://one?inbox=a.>",
])("%s is not an address", (store) => {
  expect(() => parseNatsAddress(store)).toThrow("the address of the store is invalid");
});

test("an error does not contain the password", () => {
  expect(() => parseNatsAddress("nats://me:hunter2@one:port")).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining("hunter2") }),
  );
});
