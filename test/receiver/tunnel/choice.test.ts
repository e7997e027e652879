import { expect, test } from "vitest";
import { UsageError } from "../../../src/model/errors.ts";
import { parseTunnelChoice } from "../../../src/receiver/tunnel/providers.ts";
import { parseSshTarget } from "../../../src/receiver/tunnel/ssh/target.ts";

test("none selects no tunnel", () => {
  expect(parseTunnelChoice("none")).toBeNull();
});

test("surrounding space is ignored", () => {
  expect(parseTunnelChoice(" ngrok ")?.provider.kind).toBe("ngrok");
});

test.each([
  ["ssh://me@example.org", { user: "me", host: "example.org", port: null, remotePort: null }],
  ["ssh://example.org", { user: null, host: "example.org", port: null, remotePort: null }],
  ["ssh://me@example.org:2222", { user: "me", host: "example.org", port: 2222, remotePort: null }],
  ["SSH://me@box/?port=8080", { user: "me", host: "box", port: null, remotePort: 8080 }],
  ["ssh://me@[::1]:22", { user: "me", host: "::1", port: 22, remotePort: null }],
  ["ssh://me%40corp@10.0.0.7/", { user: "me@corp", host: "10.0.0.7", port: null, remotePort: null }],
])("%s", (text, target) => {
  expect(parseTunnelChoice(text)?.provider.kind).toBe("ssh");
  expect(parseSshTarget(text)).toEqual(target);
});

test.each([
  ["", '"" is not a tunnel. Use ngrok, ssh://USER@HOST or none.'],
  ["cloudflare", '"cloudflare" is not a tunnel. Use ngrok, ssh://USER@HOST or none.'],
  ["me@example.org", '"me@example.org" is not a tunnel. Use ngrok, ssh://USER@HOST or none.'],
  ["ssh://", "(the host name is invalid)"],
  ["ssh://-oProxyCommand=id", "(the host name is invalid)"],
  ["ssh://me@a%20b", "(the host name is invalid)"],
  ["ssh://-l@example.org", "(the user name is invalid)"],
  ["ssh://me@example.org/path", "(only ?port=N can follow the host)"],
  ["ssh://me@example.org/#x", "(only ?port=N can follow the host)"],
  ["ssh://me@example.org?prot=1", '("prot" is unknown; only ?port=N is allowed)'],
  ["ssh://me@example.org?port=0", '("0" is not a port)'],
  ["ssh://me@example.org?port=65536", '("65536" is not a port)'],
  ["ssh://me@example.org:99999", "is not the address of a tunnel"],
])("%j is rejected with one line", (text, message) => {
  expect(() => parseTunnelChoice(text)).toThrow(UsageError);
  expect(() => parseTunnelChoice(text)).toThrow(message);
});

test("a password is rejected and not repeated", () => {
  const parse = (): unknown => parseTunnelChoice("ssh://me:hunter2@example.org");
  expect(parse).toThrow("the tunnel's address contains a password");
  expect(parse).not.toThrow("hunter2");
});

test("a new tunnel is off", () => {
  for (const text of ["ngrok", "ssh://me@example.org"]) {
    const choice = parseTunnelChoice(text);
    if (choice === null) throw new Error("no choice");
    const tunnel = choice.create();
    expect(tunnel.provider).toBe(choice.provider.kind);
    expect(tunnel.state()).toEqual({ kind: "off" });
  }
});
