import { expect, test } from "vitest";
import type { Header } from "../../../src/model/delivery.ts";
import { UsageError } from "../../../src/model/errors.ts";
import { clientAddress, readProxies } from "../../../src/receiver/client-address.ts";

const proxies = readProxies(["127.0.0.1", "10.0.0.0/8", "fd00::/8"]);
const isTrusted = (address: string): boolean => proxies.has(address);

test.each<readonly [why: string, peer: string, headers: readonly Header[], client: string]>([
  ["no proxy said anything", "127.0.0.1", [], "127.0.0.1"],
  ["a stranger may say what it wants", "9.9.9.9", [["X-Forwarded-For", "1.2.3.4"]], "9.9.9.9"],
  ["a trusted proxy says who it was", "127.0.0.1", [["X-Forwarded-For", "1.2.3.4"]], "1.2.3.4"],
  [
    "what the sender wrote in front is not believed",
    "10.1.1.1",
    [["x-forwarded-for", "6.6.6.6, 1.2.3.4"]],
    "1.2.3.4",
  ],
  [
    "several headers are one list, and our proxies in it are skipped",
    "10.1.1.1",
    [
      ["X-Forwarded-For", "1.2.3.4"],
      ["X-Forwarded-For", "fd00::1, 10.2.2.2"],
    ],
    "1.2.3.4",
  ],
  ["ports are left out", "127.0.0.1", [["X-Forwarded-For", "[2001:db8::1]:443"]], "2001:db8::1"],
  ["ports of IPv4 too", "127.0.0.1", [["X-Forwarded-For", "1.2.3.4:443"]], "1.2.3.4"],
  ["what is no address ends the way back", "10.1.1.1", [["X-Forwarded-For", "1.2.3.4, <b>"]], "10.1.1.1"],
  [
    "Forwarded of RFC 7239",
    "127.0.0.1",
    [["Forwarded", 'for=6.6.6.6, proto=https;For="[2001:db8::1]:47"']],
    "2001:db8::1",
  ],
])("%s", (_, peer, headers, client) => {
  expect(clientAddress(peer, headers, isTrusted)).toBe(client);
});

test.each(["10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "example.com", "fd00::/129"])(
  "%s is neither an address nor a network",
  (text) => {
    expect(() => readProxies([text])).toThrow(UsageError);
  },
);
